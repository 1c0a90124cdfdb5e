/**
 * An attempt that was not seen for so long counts as dead. Workers ask after it every 5 s, so three calls may be lost; a
 * killed worker's job comes back from the queue after 15 to 25 s (`WORKER_OPTIONS`), and must be taken up within 35 s.
 */
const LEASE_MS = 20_000;

/** In SQL: who was last seen before this instant is dead. Leases run on the database's own clock, which all instances share. */
export const LEASE_START = `(now() - ${LEASE_MS} * interval '1 ms')`;

/** In SQL: the attempt of a row of `conversions` is dead, or there was none. */
export const isUnleased = (alias: string): string => `coalesce(${alias}.checked_at <= ${LEASE_START}, true)`;
