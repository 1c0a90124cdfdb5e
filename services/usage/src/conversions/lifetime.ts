import type { Lane } from '@filemill/product';

const MINUTE_MS = 60_000;

/** Latest end of an upload, after S, the start of the upload. */
export const UPLOAD_DEADLINE_MS = 30 * MINUTE_MS;
/** Latest ending of a conversion. */
export const CONVERSION_DEADLINE_MS = 50 * MINUTE_MS;
/** Links stop working. */
export const LINK_EXPIRY_MS = 57 * MINUTE_MS;
/** Every object is erased; rounded down to the minute at the start of its key. */
export const ERASURE_MS = 58 * MINUTE_MS;

/**
 * Goal for the time from acceptance to the ending, s: the longest wait at which guests are still accepted
 * (240 s) plus the lane's longest run (docs/security.md); media may run until the deadline, S + 50 min.
 */
export const LANE_TIME_SECONDS: Readonly<Record<Lane, number>> = {
  image: 300,
  audio: 3_000,
  video: 3_000,
  document: 420,
  ebook: 420,
  archive: 540,
  font: 270,
};

/** The time in a UUIDv7, Unix milliseconds. */
export const instantOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** A UUID that sorts before every id of this time or later. */
export const firstIdAt = (atMs: number): string =>
  atMs
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');

/** The minute at the start of a key, such as `2026-11-21T02:15`, UTC. Minutes sort by time. */
export const minuteOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16);

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
 * An attempt that was not extended for this long counts as dead. Workers extend it every 5 s, so three calls may be
 * lost; a killed worker's job returns from the queue after 15 to 25 s (`WORKER_OPTIONS`), and must be claimed within 35
 * s.
 */
const LEASE_MS = 20_000;

/**
 * In SQL: an attempt that was last extended before this time is dead. Leases use the database's clock, which instances
 * share.
 */
export const LEASE_START = `(now() - ${LEASE_MS} * interval '1 ms')`;

/** In SQL: the attempt of a row of `conversions` is dead, or there was none. */
export const isUnleased = (alias: string): string => `coalesce(${alias}.checked_at <= ${LEASE_START}, true)`;
