import { randomUUID } from 'node:crypto';
import type { Conversion } from '../gen/usage/v1/usage.js';

const MINUTE_MS = 60_000;

/** A pending conversion of a guest's PNG to BMP. */
export function aConversion(changes: Partial<Conversion> = {}): Conversion {
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
    originalSizeBytes: 1_000,
    keyPrefix,
    inputKey: `${keyPrefix}input`,
    outputKey: '',
    outputExtension: '',
    createdAtMs: Date.now(),
    deadlineMs: Date.now() + 50 * MINUTE_MS,
    expiresAtMs: Date.now() + 57 * MINUTE_MS,
    losses: [],
    priority: 1,
    inputs: [],
    ...changes,
  };
}
