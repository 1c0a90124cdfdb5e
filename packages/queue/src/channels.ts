import { STAGES } from '@filemill/product';
import { z } from 'zod';

/** Redis channel on which every change of a conversion is announced. */
export const conversionChannel = (id: string): string => `conversion:${id}`;

/** Redis channel for changes of one owner's data; also the key of their version. */
export const ownerChannel = (ownerKind: string, ownerId: string): string => `owner:${ownerKind}:${ownerId}`;

/** Last announced progress of a running conversion; lapses by itself. */
export const progressKey = (id: string): string => `progress:${id}`;

/** `changed`: the row has a new version, read it. `progress`: not stored in the ledger. */
export const conversionMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    version: z.number().int(),
    /** The row's status, so that clients that wait for the end need not read it. */
    status: z.string().optional(),
  }),
  z.object({
    type: z.literal('progress'),
    stage: z.enum(STAGES),
    /** 0 to 100, absent while the engine does not know. */
    percent: z.number().min(0).max(100).optional(),
  }),
]);
export type ConversionMessage = z.infer<typeof conversionMessageSchema>;

/** Key under which a worker process announces its live slots in a lane: a sorted set, member → expiry, Unix ms of `serverNowMs`. */
export const slotsKey = (lane: string): string => `slots:${lane}`;
