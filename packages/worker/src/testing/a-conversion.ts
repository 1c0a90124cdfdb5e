import { randomUUID } from 'node:crypto';
import type { usage } from '@filemill/contracts';

const MINUTE_MS = 60_000;

/** A pending conversion of a guest's one-pixel PNG to BMP; the upload is stored under `inputKey`. */
export function aConversion(changes: Partial<usage.Conversion> = {}): usage.Conversion {
  const id = changes.id ?? randomUUID();
  const keyPrefix = `2026-11-21T02:15/${id}/`;
  return {
    id,
    owner: { kind: 'guest', id: 'a'.repeat(32), address: '127.0.0.1', plan: 'guest' },
    category: 'image',
    lane: 'image',
    status: 'pending',
    version: 1,
    attempt: 0,
    inputFormat: 'png',
    outputFormat: 'bmp',
    optionsJson: '{}',
    originalFileName: 'photo.of.me.png',
    originalSizeBytes: PIXEL_PNG.length,
    keyPrefix,
    inputKey: `${keyPrefix}input`,
    outputKey: '',
    outputExtension: '',
    createdAtMs: Date.now(),
    deadlineMs: Date.now() + 50 * MINUTE_MS,
    expiresAtMs: Date.now() + 57 * MINUTE_MS,
    losses: [],
    priority: 1,
    ...changes,
  };
}

/** One pixel. */
export const PIXEL_PNG: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** One white pixel. */
export const PIXEL_BMP: Buffer = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==',
  'base64',
);
