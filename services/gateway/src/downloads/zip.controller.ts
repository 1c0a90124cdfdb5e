import { downloadsApi, type ZipLink, type ZipRequest, zipRequestSchema } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { type Clock, RUNTIME, type Runtime, ZodPipe } from '@filemill/platform';
import { Body, Controller, HttpCode, Inject, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Handles } from '../http/handles.js';
import { FILE_HEADERS } from '../http/security-headers.js';
import { CallerGuard, CurrentCaller } from '../identity/caller.guard.js';
import { type Caller, knownOwnerOf } from '../identity/caller.js';
import { PlanTables } from '../plans/plan-tables.js';
import { attachmentHeader } from './content-disposition.js';
import { type DownloadableFile, DownloadService } from './download.service.js';
import { Transfers } from './transfers.js';
import { zipEntriesOf, zipName } from './zip-entries.js';
import { ZipLinks } from './zip-links.service.js';
import { zipStream } from './zip-stream.js';

/** Several results in one zip: first a link, so that the browser itself can download it. */
@Controller()
export class ZipController {
  private readonly clock: Clock;

  constructor(
    private readonly downloads: DownloadService,
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
  @Handles(downloadsApi.makeZipLink)
  @HttpCode(200)
  @UseGuards(CallerGuard)
  async make(
    @Body(new ZodPipe(zipRequestSchema)) { conversionIds }: ZipRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<ZipLink> {
    const owner = knownOwnerOf(caller);
    const ids = [...new Set(conversionIds)];
    await this.checkCount(conversionIds.length);
    await Promise.all(ids.map((id) => this.downloads.find(id, owner)));
    return { url: await this.links.make(ids) };
  }

  @Handles(downloadsApi.downloadZip)
  async download(
    @Param('id') id: string,
    @Query('token') token: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.headers(this.headers());
    if (request.method === 'HEAD') {
      // A HEAD request does not use the link up.
      await this.links.check(id, String(token));
      void reply.send();
      return;
    }
    const ids = await this.links.read(id, String(token));
    const files = await Promise.all(ids.map((conversionId) => this.downloads.find(conversionId, undefined)));
    // Before the link is used up; the caller who made the link owns all of them.
    this.transfers.begin(reply, files[0]?.owner);
    await this.links.claim(id);
    const { body, sizeBytes } = zipStream(zipEntriesOf(files), (file) => this.downloads.read(file));
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
