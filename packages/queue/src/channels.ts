import { STAGES } from '@filemill/product';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** Redis channel on which every change of a conversion is announced. */
export const conversionChannel = (id: string): string => `conversion:${id}`;

/** Redis channel for changes of one owner's data; also the key of their version. */
export const ownerChannel = (ownerKind: string, ownerId: string): string => `owner:${ownerKind}:${ownerId}`;

/** Redis channel with the ids of conversions whose running attempt must stop; every worker process listens. */
export const STOPPED_ATTEMPTS_CHANNEL = 'attempts:stopped';

/** Last announced progress of a running conversion; lapses by itself. */
export const progressKey = (id: string): string => `progress:${id}`;

/** `changed`: the row has a new version, read it. `progress`: not stored in the ledger. */
export const conversionMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    version: z.number().int(),
    /** The row's status, so that clients that wait for the end need not read it. */
    status: z.string().optional(),
    /** The row once it has ended (`usage.Conversion`), for clients that need all of it. */
    conversion: z.looseObject({ id: z.string(), version: z.number().int(), status: z.string() }).optional(),
  }),
  z.object({
    type: z.literal('progress'),
    stage: z.enum(STAGES),
    /** 0 to 100, absent while the engine does not know. */
    percent: z.number().min(0).max(100).optional(),
  }),
]);
/** A message of {@link conversionChannel}. */
export type ConversionMessage = z.infer<typeof conversionMessageSchema>;

/** Key under which a worker process announces its live slots in a lane: a sorted set, member → expiry, Unix ms of `serverNowMs`. */
export const slotsKey = (lane: string): string => `slots:${lane}`;

/** Redis hash of the gateways' response times: name of the gateway → {@link responseTimesSchema}. */
export const RESPONSE_TIMES_KEY = 'gateway:response-times';

/** Age from which a gateway's figures are ignored: it has ended. It writes them every 10 s. */
export const RESPONSE_TIMES_MAX_AGE_MS = 35_000;

/** Answers of one gateway in the last minutes; transfers and waits for a conversion are not among them. */
export const responseTimesSchema = z.object({
  /** When it was written, Unix milliseconds. */
  atMs: z.number(),
  requests: z.number().min(0),
  /** Sum of their durations. */
  seconds: z.number().min(0),
});
/** Figures of one gateway. */
export type ResponseTimes = z.infer<typeof responseTimesSchema>;

/**
 * The time of the Redis server, Unix ms. Processes use this clock for times that they compare through Redis: their own
 * clocks may differ.
 *
 * @throws {Error} of the client, if Redis does not answer
 */
export async function serverNowMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
