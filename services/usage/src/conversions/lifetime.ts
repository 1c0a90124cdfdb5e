import { instantOfId } from './conversion-id.js';

const MINUTE_MS = 60_000;

/** An upload must have ended this long after S, the moment at which it began. */
export const UPLOAD_MS = 30 * MINUTE_MS;
/** A conversion must have ended. */
export const CONVERT_MS = 50 * MINUTE_MS;
/** Links stop working. */
export const EXPIRE_MS = 57 * MINUTE_MS;
/** Every object is erased; rounded down to the minute with which its key begins. */
export const ERASE_MS = 58 * MINUTE_MS;

/** A minute as keys begin with it, such as `2026-11-21T02:15`, UTC. Minutes sort as their instants do. */
export const minuteOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16);

/** Whether the first segment of a key is a minute. */
export const isMinute = (segment: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(segment);

/** Unix milliseconds at which a minute begins. */
export const minuteStartMs = (minute: string): number => Date.parse(`${minute}:00.000Z`);

/** Where the objects of a conversion go: `<minute of erasure>/<conversion id>/`. */
export const keyPrefixOf = (conversionId: string, startedAtMs: number): string =>
  `${minuteOf(startedAtMs + ERASE_MS)}/${conversionId}/`;

/** Whether a key names an object of a conversion: a plain name directly below the prefix that its id alone decides. */
export function isKeyOf(conversionId: string, key: string): boolean {
  const prefix = keyPrefixOf(conversionId, instantOfId(conversionId));
  return key.startsWith(prefix) && /^[\w-][\w.-]*$/.test(key.slice(prefix.length));
}
