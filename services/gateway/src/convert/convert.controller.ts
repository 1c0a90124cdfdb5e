import { conversionsApi, type GuestSuccess, type Pending, type UserSuccess } from '@filemill/api';
import { AppError } from '@filemill/errors';
import { CATEGORIES, HEADERS } from '@filemill/product';
import { Controller, Param, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConversionPresenter, failureOf } from '../conversions/conversion-presenter.js';
import { DownloadService } from '../downloads/download.service.js';
import { fileHeaders } from '../downloads/file-headers.js';
import { disconnectSignal } from '../http/disconnect.js';
import { Drain } from '../http/drain.js';
import { Handles } from '../http/handles.js';
import { CurrentCaller, GuestGuard, UserGuard } from '../identity/caller.guard.js';
import type { Caller } from '../identity/caller.js';
import type { UploadTarget } from '../uploads/upload-receiver.js';
import { ConversionsService, type ConvertOutcome } from './conversions.service.js';
import { idempotencyKeyOf } from './idempotency.js';
import { waitMsOf, wantsBytes } from './prefer.js';

/** The routes that accept a file: they answer with its result, or with 202 if the wait ends first. */
@Controller()
export class ConvertController {
  constructor(
    private readonly conversions: ConversionsService,
    private readonly downloads: DownloadService,
    private readonly presenter: ConversionPresenter,
    private readonly drain: Drain,
  ) {}

  @Handles(conversionsApi.convertAsGuest)
  @UseGuards(GuestGuard)
  async convertAsGuest(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const target = { category: undefined, idempotencyKey: undefined };
    const { row } = await this.convert(request, reply, caller, target);
    if (row.status !== 'completed') {
      await this.sendPending(row, reply);
      return;
    }
    const conversion = await this.presenter.present(row);
    const { id: conversionId, downloadUrl } = conversion;
    void reply.send({
      success: true,
      data: { conversionId, downloadUrl, conversion },
    } satisfies GuestSuccess);
  }

  @Handles(conversionsApi.convert)
  @UseGuards(UserGuard)
  async convertAsUser(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentCaller() caller: Caller,
    @Param('kind') kind: string,
  ): Promise<void> {
    const category = CATEGORIES.find((candidate) => candidate === kind);
    if (!category && kind !== 'auto') throw new AppError('NOT_FOUND');
    const idempotencyKey = idempotencyKeyOf(request.headers[HEADERS.idempotencyKey]);
    const { row, isReplay } = await this.convert(request, reply, caller, { category, idempotencyKey });
    if (row.status !== 'completed') {
      await this.sendPending(row, reply);
      return;
    }
    if (wantsBytes(request.headers.accept)) {
      await this.sendBytes(row, reply);
      return;
    }
    const conversion = await this.presenter.present(row);
    const { id: conversionId, downloadUrl } = conversion;
    if (isReplay && downloadUrl === null) throw new AppError('GONE', { conversionId });
    void reply.send({ status: 'success', conversionId, downloadUrl, conversion } satisfies UserSuccess);
  }

  /** @throws {AppError} the cause of a conversion that failed or was cancelled while the caller waited */
  private async convert(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    target: UploadTarget,
  ): Promise<ConvertOutcome> {
    const signal = AbortSignal.any([this.drain.begun, disconnectSignal(reply)]);
    const waitMs = waitMsOf(request.headers.prefer);
    const outcome = await this.conversions.convert(request, caller, { ...target, waitMs }, signal);
    if (outcome.isReplay) reply.header(HEADERS.replayed, 'true');
    const failure = failureOf(outcome.row);
    if (failure) throw failure;
    reply.status(200);
    return outcome;
  }

  /** The result as a download. */
  private async sendBytes(row: ConvertOutcome['row'], reply: FastifyReply): Promise<void> {
    const file = this.downloads.fileOf(row);
    const body = await this.downloads.open(file, undefined, reply).catch((error: unknown) => {
      // It is converted and counted: the caller can still download it.
      const { code, params } = AppError.from(error);
      throw new AppError(code, { ...params, conversionId: row.id }, { cause: error });
    });
    const headers = { 'content-length': file.sizeBytes, 'content-location': `/api/download/${row.id}` };
    void reply.headers({ ...fileHeaders(file), ...headers }).send(body);
  }

  private async sendPending(row: ConvertOutcome['row'], reply: FastifyReply): Promise<void> {
    const statusUrl = this.presenter.statusUrl(row);
    const eventsUrl = await this.presenter.eventsUrl(row);
    const conversionId = row.id;
    const pending: Pending = {
      status: 'pending',
      conversionId,
      statusUrl,
      eventsUrl,
      data: { conversionId },
    };
    void reply.status(202).header('location', statusUrl).send(pending);
  }
}
