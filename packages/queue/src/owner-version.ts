import type { Redis } from 'ioredis';
import { ownerChannel } from './channels.js';

/** After this time an owner's version expires: no client compares with an older one. */
const VERSION_SECONDS = 30;

/**
 * After expiry the version restarts at the current time, so that none is used twice: an owner would have to change more
 * than once a millisecond for half a minute. One script, so that versions are announced in order.
 */
const ANNOUNCE_NEW_VERSION = `
  local version = (tonumber(redis.call('GET', KEYS[1])) or tonumber(ARGV[1])) + 1
  local text = string.format('%.0f', version)
  redis.call('SET', KEYS[1], text, 'EX', ARGV[2])
  redis.call('PUBLISH', KEYS[1], text)
  return text`;

/** The arguments of EVAL that do the work of {@link announceOwnerChange}, for a pipeline of several commands. */
export const ownerChange = (
  nowMs: number,
  kind: string,
  id: string,
): [script: string, keys: number, key: string, nowMs: number, seconds: number] => [
  ANNOUNCE_NEW_VERSION,
  1,
  ownerChannel(kind, id),
  nowMs,
  VERSION_SECONDS,
];

/**
 * Gives all that an owner sees (user data, plan, counters, conversions) a new version and announces it. Call it after the
 * commit of a change.
 *
 * @param nowMs - of the `Clock`, Unix ms
 * @param kind - `user` or `guest`
 * @param id - the user's id or the guest's fingerprint
 * @returns the new version
 * @throws {Error} of the client, if Redis does not answer
 */
export async function announceOwnerChange(
  redis: Redis,
  nowMs: number,
  kind: string,
  id: string,
): Promise<number> {
  return Number(await redis.eval(...ownerChange(nowMs, kind, id)));
}

/**
 * The version of an owner's data; an expired one restarts at the current time. Read it before the data, so that a
 * change in between gives a newer version.
 *
 * @param nowMs - of the `Clock`, Unix ms
 * @throws {Error} of the client, if Redis does not answer
 */
export async function readOwnerVersion(
  redis: Redis,
  nowMs: number,
  kind: string,
  id: string,
): Promise<string> {
  const version = await redis.set(ownerChannel(kind, id), nowMs, 'EX', VERSION_SECONDS, 'NX', 'GET');
  return version ?? String(nowMs);
}
