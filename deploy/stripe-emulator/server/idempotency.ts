import { createHash } from 'node:crypto';
import { idempotencyConflict, invalidParameter } from '../core/faults.ts';
import type { FirstAnswer } from '../core/stored.ts';
import type { World } from '../core/world.ts';

/** @see https://docs.stripe.com/api/idempotent_requests */
const KEPT_S = 86_400;
const MAX_LENGTH = 255;

/** A POST with an idempotency key. */
interface KeyedRequest {
  readonly key: string;
  readonly path: string;
  readonly body: string;
}

/**
 * The first answer to a key, if there is one.
 *
 * @throws {StripeFault} idempotency_error if it was another request
 */
export function remembered(world: World, { key, path, body }: KeyedRequest): FirstAnswer | undefined {
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

/** Keeps the first answer to a key for a day. */
export function remember(
  world: World,
  { key, path, body }: KeyedRequest,
  answer: Pick<FirstAnswer, 'status' | 'text' | 'requestId'>,
): void {
  const answers = world.store.rows('idempotency');
  const nowS = world.clock.nowS();
  for (const [old, { atS }] of Object.entries(answers)) if (atS < nowS - KEPT_S) delete answers[old];
  answers[key] = { path, bodyHash: hash(body), ...answer, atS: nowS };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
