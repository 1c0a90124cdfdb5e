import type { Lane } from '@filemill/product';
import { z } from 'zod';

/** Name of a lane's queue. */
export const queueName = (lane: Lane): string => `convert-${lane}`;

/** Name of every job in a conversion queue. */
export const CONVERT_JOB = 'convert';

/** Payload of a job; everything else is in the ledger. The job's id is the conversion's. */
export const conversionJobSchema = z.strictObject({
  conversionId: z.uuid(),
  /** Request that created the conversion, for logs. */
  requestId: z.string(),
  /** W3C trace context of that request, where it is traced. */
  traceparent: z.string().max(64).optional(),
});
/** A job's payload. */
export type ConversionJob = z.infer<typeof conversionJobSchema>;

/**
 * Settings of every conversion queue. The ledger decides how often a conversion is tried and when it has taken too
 * long, so BullMQ's own limits are far higher: `attempts` and `maxStalledCount` never decide first.
 */
export const JOB_OPTIONS = {
  attempts: 1_000,
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** Settings of every worker of a queue, milliseconds. */
export const WORKER_OPTIONS = {
  lockDuration: 15_000,
  stalledInterval: 10_000,
  maxStalledCount: 10,
} as const;

/** Priorities wrap after 2²⁰ seconds (12 days). */
const PRIORITY_WRAP = 2 ** 20;
/** Unfinished conversions of one owner without a penalty: people and programs usually work with that many at a time. */
export const UNFINISHED_WITHOUT_PENALTY = 4;
/** A hundred at a time stay ahead of guests, whose plan has a handicap of 5 min. */
const SECONDS_PER_UNFINISHED = 3;
/** With the lag and that handicap 40 min: ten are left of the time that a conversion has. */
const MAX_PENALTY_SECONDS = 10 * 60;
/**
 * Behind every job that {@link jobPriority} places, and the highest value below BullMQ's limit (2^21). Jobs with the
 * same priority run in the order in which they were queued.
 */
export const LAST_PRIORITY = 2 ** 21 - 1;
/**
 * Engine time of failed and cancelled attempts within one hour of the clock (UTC). Jobs of a user, or of a guest's
 * fingerprint or address, beyond it are placed at {@link LAST_PRIORITY} and run one at a time until the hour is over:
 * failures do not count for the quota, so one address could otherwise occupy slots with files that only take time.
 */
export const FAILED_WORK_LIMIT_MS = { guest: 10 * 60_000, user: 60 * 60_000 } as const;

/** How far a lane's time may fall behind the clock: later jobs overtake waiting ones for no longer than this. */
const MAX_LAG_SECONDS = 25 * 60;

/** Unix milliseconds at which the priorities last began again; what was accepted before must be lifted to 1. */
export const priorityEpochStartMs = (nowMs: number): number => {
  const wrapMs = PRIORITY_WRAP * 1_000;
  return Math.floor(nowMs / wrapMs) * wrapMs;
};

/**
 * The time of a lane. It stands still while a job waits there, so that new jobs are placed by their plan and by the
 * number of unfinished conversions of their owner, not by arrival. Otherwise a flood of jobs would stay ahead of them.
 *
 * @param keptSecond - the lane's time when the oldest job began to wait; undefined while none waits
 * @returns Unix seconds
 */
export function laneSecond(nowMs: number, keptSecond?: number): number {
  const second = Math.floor(nowMs / 1_000);
  if (keptSecond === undefined) return second;
  const epochStart = priorityEpochStartMs(nowMs) / 1_000;
  return Math.max(epochStart, second - MAX_LAG_SECONDS, Math.min(second, keptSecond));
}

/**
 * The place of a job in its lane: fair queueing by one number, lower first. Never 0: BullMQ runs jobs without priority
 * before all others.
 *
 * @param second - the lane's time (`laneSecond`)
 * @param handicapSeconds - of the plan
 * @param unfinished - conversions of the same account or guest address that have not ended
 */
export function jobPriority(second: number, handicapSeconds: number, unfinished: number): number {
  const penalty = SECONDS_PER_UNFINISHED * Math.max(0, unfinished + 1 - UNFINISHED_WITHOUT_PENALTY);
  return 1 + (second % PRIORITY_WRAP) + handicapSeconds + Math.min(MAX_PENALTY_SECONDS, penalty);
}
