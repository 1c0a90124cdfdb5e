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
const SECONDS_PER_UNFINISHED = 5;

/** Unix milliseconds at which the priorities last began again; what was accepted before must be lifted to 1. */
export const priorityEpochStartMs = (nowMs: number): number => {
  const wrapMs = PRIORITY_WRAP * 1_000;
  return Math.floor(nowMs / wrapMs) * wrapMs;
};

/**
 * The place of a job in its lane: fair queueing by one number, lower first. Never 0: BullMQ runs jobs without priority
 * before all others.
 *
 * @param acceptedAtMs - moment of acceptance
 * @param handicapSeconds - of the plan
 * @param unfinished - conversions of the same account or guest address that have not ended
 */
export function jobPriority(acceptedAtMs: number, handicapSeconds: number, unfinished: number): number {
  const second = Math.floor(acceptedAtMs / 1000) % PRIORITY_WRAP;
  return 1 + second + handicapSeconds + SECONDS_PER_UNFINISHED * unfinished;
}
