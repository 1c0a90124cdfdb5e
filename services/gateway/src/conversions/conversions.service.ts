import { LANE_OF } from '@filemill/catalogue';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { STORE, USAGE, type UsageClient } from '../clients/clients.module.js';
import { type Caller, knownOwnerOf } from '../identity/caller.js';
import { ConversionFeed } from './conversion-feed.js';
import { ConversionReader } from './conversion-reader.js';
import { detectInput, routeTo } from './detection.js';
import { parseOptions } from './options.js';
import { StoredByteReader } from './stored-byte-reader.js';
import { tooLarge } from './upload-meter.js';
import { type ReceivedUpload, Uploads } from './uploads.js';

/** With the one retry of the client, an answer that is an error already waits 2 s for this at most. */
const WITHDRAW_DEADLINE_MS = 900;

/** Takes conversions in, waits for them, deletes them. */
@Injectable()
export class ConversionsService {
  private readonly logger: Logger;

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(STORE) private readonly store: ObjectStore,
    private readonly uploads: Uploads,
    private readonly feed: ConversionFeed,
    private readonly reader: ConversionReader,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.logger = runtime.logger;
  }

  /**
   * Receives an upload, has it accepted and waits for its end.
   *
   * @param kind - category that the path names; undefined for any
   * @param waitMs - longest wait for the end; 0 answers once accepted
   * @param signal - ends the wait, not the conversion
   * @returns the row as it is when the wait is over
   * @throws {AppError} whatever refuses the upload; then nothing of it is left
   */
  async convert(
    request: FastifyRequest,
    caller: Caller,
    kind: string | undefined,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<usage.Conversion> {
    const upload = await this.uploads.receive(request, caller, kind);
    const { leave } = upload.file;
    let accepted = false;
    // Subscribed before the row exists, so no change of it can be missed.
    const watch = waitMs > 0 ? await this.watchOrErase(leave) : undefined;
    try {
      const row = await this.accept(upload, kind);
      accepted = true;
      return watch ? await this.reader.untilEnd(row, watch, waitMs, signal) : row;
    } catch (error) {
      if (!accepted) await this.withdraw(upload, error);
      throw error;
    } finally {
      watch?.close();
    }
  }

  /**
   * Cancels what has not ended and erases all files at once.
   *
   * @throws {AppError} NOT_FOUND if it is not the caller's
   */
  async delete(conversionId: string, caller: Caller): Promise<void> {
    const owner = knownOwnerOf(caller);
    await this.reader.read(conversionId, owner);
    const { conversion } = await this.usage.deleteConversion({ conversionId, owner });
    if (conversion) await this.store.deletePrefix(conversion.keyPrefix);
  }

  /**
   * Leaves nothing of an upload that was not accepted. Without an answer it may have been: then its row is made final
   * first, and while that cannot be done nothing is erased, since the conversion may be under way or even completed.
   */
  private async withdraw({ caller, file: { leave } }: ReceivedUpload, error: unknown): Promise<void> {
    if (AppError.from(error).retry) {
      const { conversionId } = leave;
      const owner = knownOwnerOf(caller);
      try {
        await this.usage.deleteConversion({ conversionId, owner }, { deadlineMs: WITHDRAW_DEADLINE_MS });
      } catch (err) {
        if (AppError.from(err).code !== 'NOT_FOUND') {
          this.logger.warn({ err, conversionId }, 'not known whether it was accepted; its objects stay');
          return;
        }
      }
    }
    await this.uploads.erase(leave);
  }

  private async watchOrErase(leave: usage.CheckUploadResponse) {
    try {
      return await this.feed.watch(leave.conversionId);
    } catch (error) {
      await this.uploads.erase(leave);
      throw error;
    }
  }

  private async accept(upload: ReceivedUpload, kind: string | undefined): Promise<usage.Conversion> {
    const { file, form, caller } = upload;
    if (file.sizeBytes === 0) throw new AppError('FILE_CORRUPT', { detail: 'it is empty' });
    const bytes = new StoredByteReader(this.store, file.key, file.sizeBytes, file.head);
    const input = await detectInput(bytes, file.fileName, kind);
    const limitBytes = file.leave.maxSizeBytes[input.category];
    if (limitBytes !== undefined && file.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    const route = routeTo(input, form.outputFormat);
    const options = parseOptions(route, form.options, form.quality);
    const { conversion } = await this.usage.acceptConversion({
      conversionId: file.leave.conversionId,
      startedAtMs: file.leave.startedAtMs,
      keyPrefix: file.leave.keyPrefix,
      owner: knownOwnerOf(caller),
      kind: input.category,
      lane: LANE_OF[input.category].lane,
      inputFormat: input.id,
      outputFormat: route.output.id,
      optionsJson: JSON.stringify(options),
      originalFileName: file.fileName,
      originalSizeBytes: file.sizeBytes,
      inputKey: file.key,
    });
    if (!conversion) throw new AppError('INTERNAL', {}, { cause: new Error('usage accepted without a row') });
    return conversion;
  }
}
