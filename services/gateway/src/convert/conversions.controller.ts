import {
  type ConversionView,
  type GuestSuccess,
  type Pending,
  routes,
  type UserSuccess,
} from '@filemill/api';
import { AppError } from '@filemill/errors';
import { CATEGORIES, HEADERS } from '@filemill/product';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConversionPresenter, failureOf } from '../conversions/conversion-presenter.js';
import { ConversionReader } from '../conversions/conversion-reader.js';
import { fileHeaders } from '../downloads/file-headers.js';
import { Results } from '../downloads/results.js';
import { disconnectSignal } from '../http/disconnect.js';
import { Drain } from '../http/drain.js';
import { type Caller, knownOwnerOf } from '../identity/caller.js';
import type { CallOf } from '../routes/call.js';
import { Handles } from '../routes/handles.js';
import type { UploadTarget } from '../uploads/upload-receiver.js';
import { Conversions, type ConvertOutcome } from './conversions.js';
import { idempotencyKeyOf } from './idempotency.js';
import { waitMsOf, wantsBytes } from './prefer.js';

/**
 * Conversions of the caller. The routes that accept a file answer with its result, or with 202 if the wait ends first.
 */
@Controller()
export class ConversionsController {
  constructor(
    private readonly conversions: Conversions,
    private readonly reader: ConversionReader,
    private readonly results: Results,
    private readonly presenter: ConversionPresenter,
    private readonly drain: Drain,
  ) {}

  @Handles(routes.convertAsGuest)
  async convertAsGuest(
    { caller, request }: CallOf<typeof routes.convertAsGuest>,
    @Res() reply: FastifyReply,
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

  @Handles(routes.convert)
  async convertAsUser(
    { caller, params: { kind }, request }: CallOf<typeof routes.convert>,
    @Res() reply: FastifyReply,
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

  @Handles(routes.getConversion)
  async get({ caller, params }: CallOf<typeof routes.getConversion>): Promise<ConversionView> {
    const row = await this.reader.read(params.id, knownOwnerOf(caller));
    return this.presenter.present(row, await this.reader.progress(row));
  }

  /** Cancels an unfinished one, and erases its files at once. */
  @Handles(routes.deleteConversion)
  async delete({ caller, params }: CallOf<typeof routes.deleteConversion>): Promise<void> {
    await this.conversions.delete(params.id, caller);
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
    return outcome;
  }

  /** The result as a download. */
  private async sendBytes(row: ConvertOutcome['row'], reply: FastifyReply): Promise<void> {
    const file = this.results.fileOf(row);
    const body = await this.results.open(file, undefined, reply).catch((error: unknown) => {
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
