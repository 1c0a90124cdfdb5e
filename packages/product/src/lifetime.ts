const MINUTE_MS = 60_000;

/** Latest end of an upload, after S, the start of the upload. */
export const UPLOAD_DEADLINE_MS = 30 * MINUTE_MS;
/** Latest ending of a conversion. */
export const CONVERSION_DEADLINE_MS = 50 * MINUTE_MS;
/** Links stop working. */
export const LINK_EXPIRY_MS = 57 * MINUTE_MS;
/** Every object is erased; rounded down to the minute at the start of its key. */
export const ERASURE_MS = 58 * MINUTE_MS;

/** The minute at the start of a key, such as `2026-11-21T02:15`, UTC. Minutes sort by time. */
export const minuteOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16);

/** The time in a UUIDv7, Unix milliseconds. */
export const instantOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Whether the first segment of a key is a minute. */
export const isMinute = (segment: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(segment);

/** Unix milliseconds at which a minute begins. */
export const minuteStartMs = (minute: string): number => Date.parse(`${minute}:00.000Z`);

/** Key prefix of a conversion's objects: `<minute of erasure>/<conversion id>/`. */
export const keyPrefixOf = (conversionId: string, startedAtMs: number): string =>
  `${minuteOf(startedAtMs + ERASURE_MS)}/${conversionId}/`;

/** Whether a key names an object of a conversion: a plain name directly below the prefix that only its id determines. */
export function isKeyOf(conversionId: string, key: string): boolean {
  const prefix = keyPrefixOf(conversionId, instantOfId(conversionId));
  return key.startsWith(prefix) && /^[\w-][\w.-]*$/.test(key.slice(prefix.length));
}

/**
 * Keys of the files of one upload, in order.
 *
 * @param inputKey - of the first one
 */
export const inputKeysOf = (inputKey: string, count: number): string[] =>
  Array.from({ length: Math.max(1, count) }, (_, index) =>
    index === 0 ? inputKey : `${inputKey}-${index + 1}`,
  );
