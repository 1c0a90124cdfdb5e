import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OBJECT_STORE } from '../clients/clients.module.js';
import { ConversionReader } from '../conversions/conversion-reader.js';
import { type Caller, knownOwnerOf } from '../identity/caller.js';
import type { ConversionWatch } from '../live/conversion-feed.js';
import { ConversionFeed } from '../live/conversion-feed.js';
import { CrowdGate } from '../uploads/crowd-gate.js';
import { type ReceivedUpload, UploadReceiver, type UploadTarget } from '../uploads/upload-receiver.js';
import { replayOf, requestHashOf } from './idempotency.js';
import { UploadInspector } from './upload-inspector.js';

/**
 * For a small upload the acceptance is the first call to usage: with the one retry of the client and the withdrawal, the
 * caller has an answer within 6 s when usage or its database does not answer.
 */
const FIRST_CALL_DEADLINE_MS = 2_000;
/** With the one retry of the client, an error answer waits at most 2 s for this. */
const WITHDRAW_DEADLINE_MS = 900;

/** Request parameters besides the form. */
export interface ConvertCall extends UploadTarget {
  /** Maximum wait for the ending; 0 answers after acceptance. */
  readonly waitMs: number;
}

/** The row at the end of the wait, and whether an earlier request with the same idempotency key made it. */
export interface ConvertOutcome {
  readonly row: usage.Conversion;
  readonly isReplay: boolean;
}

/** Receives conversions, waits for them, deletes them. */
@Injectable()
export class Conversions {
  private readonly logger: Logger;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly uploads: UploadReceiver,
    private readonly inspector: UploadInspector,
    private readonly crowdGate: CrowdGate,
    private readonly feed: ConversionFeed,
    private readonly reader: ConversionReader,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /**
   * Receives an upload, has it accepted and waits for its ending.
   *
   * @param signal - ends the wait, not the conversion
   * @throws {AppError} any refusal of the upload, after which nothing of it is left; IDEMPOTENCY_CONFLICT,
   *   IDEMPOTENCY_MISMATCH
   */
  async convert(
    request: FastifyRequest,
    caller: Caller,
    call: ConvertCall,
    signal: AbortSignal,
  ): Promise<ConvertOutcome> {
    const upload = await this.uploads.receive(request, caller, call);
    const { permit } = upload.file;
    const isWaited = call.waitMs > 0 && !permit.knownKey;
    const watching = isWaited ? this.feed.watch(permit.conversionId) : undefined;
    try {
      const accepting = this.crowdGate.during(() => this.accept(upload, call, watching));
      const outcome = await accepting.catch(async (error: unknown) => {
        await this.withdraw(upload, call, error);
        throw error;
      });
      const watch = await watching;
      if (!watch || outcome.isReplay) return outcome;
      return { ...outcome, row: await this.reader.untilEnd(outcome.row, watch, call.waitMs, signal) };
    } finally {
      watching?.then(
        (watch) => watch.close(),
        () => undefined,
      );
    }
  }

  /**
   * Cancels an unfinished conversion and erases all files at once.
   *
   * @throws {AppError} NOT_FOUND if the caller does not own it
   */
  async delete(conversionId: string, caller: Caller): Promise<void> {
    const owner = knownOwnerOf(caller);
    await this.reader.read(conversionId, owner);
    const { conversion } = await this.usage.deleteConversion({ conversionId, owner });
    if (conversion) await this.store.deletePrefix(conversion.keyPrefix);
  }

  /** @param watching - a subscription that must exist before the row does, so that no change is missed */
  private async accept(
    upload: ReceivedUpload,
    call: ConvertCall,
    watching: Promise<ConversionWatch> | undefined,
  ): Promise<ConvertOutcome> {
    const { permit } = upload.file;
    const key = call.idempotencyKey;
    const requestHash =
      key === undefined ? undefined : requestHashOf(call.category, upload.form, upload.files);
    if (permit.knownKey) return { row: replayOf(permit.knownKey, requestHash), isReplay: true };
    const inspecting = this.inspector.requestOf(upload, call.category).catch(async (error: unknown) => {
      throw upload.isUsageAsked ? error : await this.uploads.firstRefusal(error, upload.caller, call);
    });
    const [request] = await Promise.all([inspecting, watching]);
    const idempotency = key === undefined || !requestHash ? undefined : { key, requestHash };
    const { conversion, knownKey } = await this.usage.acceptConversion(
      { ...request, idempotency },
      upload.isUsageAsked ? {} : { deadlineMs: FIRST_CALL_DEADLINE_MS },
    );
    if (knownKey) {
      const row = replayOf(knownKey, requestHash);
      await this.uploads.erase(permit);
      return { row, isReplay: true };
    }
    if (!conversion) throw new AppError('INTERNAL', {}, { cause: new Error('usage accepted without a row') });
    return { row: conversion, isReplay: false };
  }

  /**
   * Erases an upload that was not accepted. If the answer was lost it may have been accepted; then nothing is erased
   * before the row has ended, because the conversion may be running or even completed. With an idempotency key it
   * continues: a repeated request finds it.
   */
  private async withdraw({ caller, file }: ReceivedUpload, call: ConvertCall, error: unknown): Promise<void> {
    const { permit } = file;
    if (AppError.from(error).retry) {
      const { conversionId } = permit;
      const request = { conversionId, owner: knownOwnerOf(caller) };
      const options = { deadlineMs: WITHDRAW_DEADLINE_MS };
      try {
        if (call.idempotencyKey !== undefined) {
          await this.usage.getConversion(request, options);
          return;
        }
        await this.usage.deleteConversion(request, options);
      } catch (err) {
        if (AppError.from(err).code !== 'NOT_FOUND') {
          this.logger.warn({ err, conversionId }, 'not known whether it was accepted; its objects stay');
          return;
        }
      }
    }
    await this.uploads.erase(permit);
  }
}
