import type { usage } from '@filemill/contracts';
import type { Conversion } from './conversion.entity.js';
import type { KnownKey } from './known-keys.js';

/** The message of a row. `queuePosition` is the number of conversions ahead in its lane, if known. */
export function toMessage(row: Conversion, queuePosition?: number): usage.Conversion {
  return {
    id: row.id,
    owner: { kind: row.ownerKind, id: row.ownerId, address: row.ownerAddress, plan: row.plan },
    category: row.category,
    lane: row.lane,
    status: row.status,
    version: row.version,
    attempt: row.attempt,
    inputFormat: row.inputFormat,
    outputFormat: row.outputFormat,
    optionsJson: JSON.stringify(row.options),
    originalFileName: row.originalFileName,
    originalSizeBytes: row.originalSizeBytes,
    keyPrefix: row.keyPrefix,
    inputKey: row.inputKey,
    outputKey: row.outputKey,
    outputExtension: row.outputExtension,
    convertedSizeBytes: row.convertedSizeBytes ?? undefined,
    processingMs: row.processingMs ?? undefined,
    createdAtMs: row.createdAt.getTime(),
    finishedAtMs: row.finishedAt?.getTime(),
    deadlineMs: row.deadlineAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    queuePosition,
    losses: row.losses.map(({ code, message, params = {} }) => ({ code, message, params })),
    errorCode: row.errorCode ?? undefined,
    errorParams: row.errorParams ?? undefined,
    priority: row.priority,
    inputs: row.inputs ?? [],
  };
}

/** The message of a known idempotency key. */
export const toKnownKey = ({ requestHash, row }: KnownKey): usage.KnownKey => ({
  requestHash,
  conversion: toMessage(row),
});
