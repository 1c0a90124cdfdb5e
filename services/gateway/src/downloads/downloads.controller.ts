import { type ResultFiles as ResultFilesView, routes } from '@filemill/api';
import { AppError, toHttpError } from '@filemill/errors';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/etag.js';
import { ownerForReader } from '../identity/caller.js';
import { SignedTokens } from '../identity/signed-tokens.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { fileHeaders } from './file-headers.js';
import { parseRange } from './range.js';
import { ResultFiles } from './result-files.js';
import { type DownloadableFile, Results } from './results.js';

/** `GET /api/download/{id}`: a result, or one of its files, for its owner or with the signed token of `downloadUrl`. */
@Controller()
export class DownloadsController {
  constructor(
    private readonly results: Results,
    private readonly files: ResultFiles,
    private readonly tokens: SignedTokens,
  ) {}

  @Handles(routes.downloadResult)
  async download(
    { caller, params, request }: CallOf<typeof routes.downloadResult>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const isReadByLink = request.method === 'GET' && caller.kind === 'link';
    const file = await (isReadByLink
      ? this.results.findToRead(params.id)
      : this.results.find(params.id, ownerForReader(caller)));
    const { headers } = request;
    if (matchesEtag(request, file.etag)) {
      void reply.code(304).header('etag', file.etag).send();
      return;
    }
    // A range of another version than the caller has would corrupt the file.
    const isSame = headers['if-range'] === undefined || headers['if-range'] === file.etag;
    const range = isSame ? parseRange(headers.range, file.sizeBytes) : undefined;
    if (range === 'unsatisfiable') {
      refuseRange(request, reply, file.sizeBytes);
      return;
    }
    const body = request.method === 'HEAD' ? null : await this.results.open(file, range, reply);
    const length = range ? range.end - range.start + 1 : file.sizeBytes;
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
    void reply.headers({ ...fileHeaders(file), 'content-length': length }).send(body);
  }

  @Handles(routes.listResultFiles)
  async list({ caller, params }: CallOf<typeof routes.listResultFiles>): Promise<ResultFilesView> {
    const file = await this.results.find(params.id, ownerForReader(caller));
    const files = await this.files.list(file);
    if (!files)
      return { files: [{ name: file.fileName, size: file.sizeBytes, downloadUrl: this.urlOf(file, '') }] };
    return {
      files: files.map(({ number, name, sizeBytes }) => ({
        ...{ name, size: sizeBytes, downloadUrl: this.urlOf(file, `/files/${number}`) },
      })),
    };
  }

  @Handles(routes.downloadResultFile)
  async downloadFile(
    { caller, params, request }: CallOf<typeof routes.downloadResultFile>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const result = await this.results.find(params.id, ownerForReader(caller));
    const { file, body } = await this.files.open(result, params.number, reply);
    if (request.method === 'HEAD' && !Buffer.isBuffer(body)) body.destroy();
    const { 'accept-ranges': _, ...headers } = fileHeaders(file);
    void reply
      .headers({ ...headers, 'content-length': file.sizeBytes })
      .send(request.method === 'HEAD' ? null : body);
  }

  private urlOf({ conversionId, expiresAtMs }: DownloadableFile, path: string): string {
    return `/api/download/${conversionId}${path}?token=${this.tokens.sign(conversionId, 'download', expiresAtMs)}`;
  }
}

/** 416 is defined in RFC 9110; the table of codes has no entry for it. */
function refuseRange(request: FastifyRequest, reply: FastifyReply, sizeBytes: number): void {
  const error = new AppError('INVALID_REQUEST', { fields: { range: `must begin before byte ${sizeBytes}` } });
  void reply
    .code(416)
    .header('content-range', `bytes */${sizeBytes}`)
    .send(toHttpError(error, String(request.id)).body);
}
