import { z } from 'zod';

/** Work that scales on its own: one queue, and in Kubernetes one Deployment, each. */
export const LANES = ['image', 'audio', 'video', 'document', 'ebook', 'archive', 'font'] as const;
export type Lane = (typeof LANES)[number];

export const queueName = (lane: Lane): string => `convert-${lane}`;

/** Name of every job in a conversion queue. */
export const CONVERT_JOB = 'convert';

/** What a worker is told; everything else is in the ledger. The job's id is the conversion's. */
export const conversionJobSchema = z.strictObject({
  conversionId: z.uuid(),
  /** Request that created the conversion, for logs. */
  requestId: z.string(),
  /** W3C trace context of that request, where it is traced. */
  traceparent: z.string().max(64).optional(),
});
export type ConversionJob = z.infer<typeof conversionJobSchema>;

/**
 * Settings of every conversion queue. The ledger decides how often a conversion is tried and when it has taken too
 * long, so BullMQ's own limits lie far above: `attempts` and `maxStalledCount` never decide first.
 */
export const JOB_OPTIONS = {
  attempts: 1_000,
  removeOnComplete: true,
  removeOnFail: true,
} as const;

export const WORKER_OPTIONS = {
  lockDuration: 15_000,
  stalledInterval: 10_000,
  maxStalledCount: 10,
} as const;

/** Priorities wrap after 2²⁰ seconds (12 days). */
const PRIORITY_WRAP = 2 ** 20;
/** So many at a time are how people and programs work, not a flood. */
const UNFINISHED_WITHOUT_PENALTY = 3;
const SECONDS_PER_UNFINISHED = 10;
/** With the lag and the largest usual handicap (5 min) 40 min: ten are left of the time that a conversion has. */
const MAX_PENALTY_SECONDS = 20 * 60;
/** How far a lane's time may fall behind the clock: who comes later passes those who wait for no longer than this. */
const MAX_LAG_SECONDS = 15 * 60;

/** Unix milliseconds at which the priorities last began again; what was accepted before must be lifted to 1. */
export const priorityEpochStartMs = (nowMs: number): number => {
  const wrapMs = PRIORITY_WRAP * 1_000;
  return Math.floor(nowMs / wrapMs) * wrapMs;
};

/**
 * The time of a lane: the clock's, or that of the next job where the lane has fallen behind, as the virtual time of
 * start-time fair queueing. Whoever comes to a lane full of one flood would otherwise stand behind all of it whose
 * seconds are past.
 *
 * @param headPriority - of the next job that waits, if one does
 * @returns seconds, to be given to `jobPriority`
 */
export function laneSecond(nowMs: number, headPriority?: number): number {
  const second = Math.floor(nowMs / 1_000) % PRIORITY_WRAP;
  if (headPriority === undefined) return second;
  return Math.max(0, second - MAX_LAG_SECONDS, Math.min(second, headPriority - 1));
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
  const penalty = SECONDS_PER_UNFINISHED * Math.max(0, unfinished - UNFINISHED_WITHOUT_PENALTY);
  return 1 + second + handicapSeconds + Math.min(MAX_PENALTY_SECONDS, penalty);
}
