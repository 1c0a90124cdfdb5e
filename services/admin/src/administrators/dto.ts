import { PERIOD_DAYS } from '@filemill/product';
import { z } from 'zod';

/** In every request: the calling user. */
export const actorSchema = z.object({ actorUserId: z.uuid() });

/** Page number from 1. The limit keeps the offset far below 2^31. */
export const pageSchema = z.int().min(1).max(1_000_000);

/** Number of days up to today. */
export const periodSchema = z.literal(PERIOD_DAYS);

/** Reason of an action, in the administrator's words. */
export const reasonSchema = z.string().trim().min(1).max(500);
