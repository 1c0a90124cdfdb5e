import { PERIOD_DAYS } from '@filemill/product';
import { z } from 'zod';

/** What every request names: the user who asks. */
export const actorSchema = z.object({ actorUserId: z.uuid() });

/** Which page, from 1. The bound keeps the offset far below 2^31. */
export const pageSchema = z.int().min(1).max(1_000_000);

/** Days up to today of which figures are asked. */
export const periodSchema = z.literal(PERIOD_DAYS);

/** Why something is done, in the administrator's words. */
export const reasonSchema = z.string().trim().min(1).max(500);
