import type { Lane } from '@filemill/product';

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

/** A UUID that sorts before every id of this time or later. */
export const firstIdAt = (atMs: number): string =>
  atMs
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');

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
