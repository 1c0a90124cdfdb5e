import { routes, type ZipLink } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { knownOwnerOf } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import { attachmentHeader, FILE_HEADERS } from './file-headers.js';
import { type DownloadableFile, Results } from './results.js';
import { Transfers } from './transfers.js';
import { zipEntriesOf, zipName } from './zip-entries.js';
import { ZipLinks } from './zip-links.js';
import { zipStream } from './zip-stream.js';

/** Several results in one zip: first a link, so that the browser itself can download it. */
@Controller()
export class ZipController {
  private readonly clock: Clock;

  constructor(
    private readonly results: Results,
    private readonly links: ZipLinks,
    private readonly transfers: Transfers,
    private readonly plans: PlanTables,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * @throws {AppError} INVALID_REQUEST for too many; NOT_FOUND if one of them is not the caller's or has no result;
   *   GONE if one is no longer there
   */
  @Handles(routes.makeZipLink)
  async make({ caller, body }: CallOf<typeof routes.makeZipLink>): Promise<ZipLink> {
    const { conversionIds } = body;
    const owner = knownOwnerOf(caller);
    const ids = [...new Set(conversionIds)];
    await this.checkCount(conversionIds.length);
    await Promise.all(ids.map((id) => this.results.find(id, owner)));
    return { url: await this.links.make(ids) };
  }

  @Handles(routes.downloadZip)
  async download(
    { params: { id }, request }: CallOf<typeof routes.downloadZip>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.headers(this.headers());
    if (request.method === 'HEAD') {
      // A HEAD request does not use the link up.
      void reply.send();
      return;
    }
    const ids = await this.links.read(id);
    const files = await Promise.all(ids.map((conversionId) => this.results.find(conversionId, undefined)));
    // Before the link is used up; the caller who made the link owns all of them.
    this.transfers.begin(reply, files[0]?.owner);
    await this.links.claim(id);
    const { body, sizeBytes } = zipStream(zipEntriesOf(files), (file) => this.results.read(file));
    const expiresAtMs = Math.min(...files.map((file: DownloadableFile) => file.expiresAtMs));
    this.transfers.supervise(body, reply, expiresAtMs);
    if (sizeBytes !== undefined) reply.header('content-length', sizeBytes);
    void reply.send(body);
  }

  /** A zip may hold the largest batch of any plan, because its conversions may be from an earlier plan. */
  private async checkCount(count: number): Promise<void> {
    const { plans } = await this.plans.get();
    const most = Math.max(...Object.values(plans).map(({ filesAtOnce }) => filesAtOnce));
    if (count > most) throw new AppError('INVALID_REQUEST', { fields: { conversionIds: `at most ${most}` } });
  }

  private headers(): Record<string, string> {
    return {
      ...FILE_HEADERS,
      'content-type': 'application/zip',
      'content-disposition': attachmentHeader(zipName(this.config.PRODUCT_NAME, this.clock.nowMs())),
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
    };
  }
}
