import { createHash } from 'node:crypto';
import { idempotencyConflict, invalidParameter } from './faults.mjs';

/** @see https://docs.stripe.com/api/idempotent_requests */
const KEPT_S = 86_400;
const MAX_LENGTH = 255;

/**
 * The first answer that a key had, if it had one.
 *
 * @param {{ key: string, path: string, body: string }} request - a POST
 * @throws {StripeFault} idempotency_error if it was another request
 */
export function remembered(world, { key, path, body }) {
  if (key.length > MAX_LENGTH)
    throw invalidParameter(`Idempotency keys must be at most ${MAX_LENGTH} characters.`, 'Idempotency-Key');
  const first = world.store.get('idempotency', key);
  if (!first || first.atS < world.clock.nowS() - KEPT_S) return undefined;
  if (first.path !== path)
    throw idempotencyConflict(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first.path}'). ` +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  if (first.bodyHash !== hash(body))
    throw idempotencyConflict(
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  return first;
}

/** Keeps the first answer of a key for a day. */
export function remember(world, { key, path, body, requestId }, { status, text }) {
  const { idempotency } = world.store.data;
  const nowS = world.clock.nowS();
  for (const [old, { atS }] of Object.entries(idempotency)) if (atS < nowS - KEPT_S) delete idempotency[old];
  idempotency[key] = { path, bodyHash: hash(body), status, text, requestId, atS: nowS };
}

const hash = (text) => createHash('sha256').update(text).digest('hex');
