import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DETECTION_LIMITS, LANE_OF, ReadingTimedOut } from '@filemill/formats';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE } from '../clients/clients.module.js';
import { type Caller, knownOwnerOf, ownerOf } from '../identity/caller.js';
import { Detection, routeTo } from '../uploads/detection.js';
import { StoredByteReader } from '../uploads/stored-byte-reader.js';
import { tooLarge } from '../uploads/upload-meter.js';
import type { ReceivedUpload } from '../uploads/upload-receiver.js';
import { parseOptions } from './options.js';

/** Inspects an upload, and determines what usage is asked to accept. */
@Injectable()
export class UploadInspector {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly detection: Detection,
  ) {}

  /**
   * @param category - category that the path names; undefined for any
   * @throws {AppError} FILE_CORRUPT, UNSUPPORTED_FORMAT, FILE_ENCRYPTED, FILE_TOO_LARGE, OPTION_INVALID,
   *   OVERLOADED
   */
  async requestOf(
    { file, form, caller }: ReceivedUpload,
    category: string | undefined,
  ): Promise<usage.AcceptConversionRequest> {
    if (file.sizeBytes === 0) throw new AppError('FILE_CORRUPT', { detail: 'it is empty' });
    const bytes = new StoredByteReader(this.store, file.key, file.sizeBytes, file.head);
    const input = await this.detection
      .detectInput(bytes, file.fileName, category, caller)
      .catch((error: unknown) => this.countIfTimedOut(error, file.permit.conversionId, caller));
    const limitBytes = file.permit.maxSizeBytes[input.category];
    if (limitBytes !== undefined && file.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    const route = routeTo(input, form.outputFormat);
    const options = parseOptions(route, form.options, form.quality);
    return {
      conversionId: file.permit.conversionId,
      startedAtMs: file.permit.startedAtMs,
      keyPrefix: file.permit.keyPrefix,
      owner: knownOwnerOf(caller),
      category: input.category,
      lane: LANE_OF[input.category].lane,
      inputFormat: input.id,
      outputFormat: route.output.id,
      optionsJson: JSON.stringify(options),
      originalFileName: file.fileName,
      originalSizeBytes: file.sizeBytes,
      inputKey: file.key,
    };
  }

  /** A file that kept its reader busy until the time limit is charged like a failed conversion. */
  private async countIfTimedOut(error: unknown, conversionId: string, caller: Caller): Promise<never> {
    if (error instanceof ReadingTimedOut) {
      const request = { conversionId, owner: ownerOf(caller), engineMs: DETECTION_LIMITS.cpuMs };
      await this.usage.countFailedWork(request);
    }
    throw error;
  }
}
