import { LANE_OF } from '@filemill/catalogue';
import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { STORE } from '../clients/clients.module.js';
import { knownOwnerOf } from '../identity/caller.js';
import { detectInput, routeTo } from './detection.js';
import { parseOptions } from './options.js';
import { StoredByteReader } from './stored-byte-reader.js';
import { tooLarge } from './upload-meter.js';
import type { ReceivedUpload } from './uploads.js';

/** Looks at what was uploaded, and says what usage is to accept. */
@Injectable()
export class Acceptance {
  constructor(@Inject(STORE) private readonly store: ObjectStore) {}

  /**
   * @param kind - category that the path names; undefined for any
   * @throws {AppError} FILE_CORRUPT, UNSUPPORTED_FORMAT, FILE_TOO_LARGE, OPTION_INVALID
   */
  async requestOf(
    { file, form, caller }: ReceivedUpload,
    kind: string | undefined,
  ): Promise<usage.AcceptConversionRequest> {
    if (file.sizeBytes === 0) throw new AppError('FILE_CORRUPT', { detail: 'it is empty' });
    const bytes = new StoredByteReader(this.store, file.key, file.sizeBytes, file.head);
    const input = await detectInput(bytes, file.fileName, kind);
    const limitBytes = file.leave.maxSizeBytes[input.category];
    if (limitBytes !== undefined && file.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    const route = routeTo(input, form.outputFormat);
    const options = parseOptions(route, form.options, form.quality);
    return {
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
    };
  }
}
