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
