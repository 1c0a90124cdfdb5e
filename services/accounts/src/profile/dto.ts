import { USER_PLAN_IDS } from '@filemill/product';
import { z } from 'zod';
import { address, instantMs, password, userId } from '../fields.js';

/** The id of a user. */
export const userSchema = z.object({ userId });
/** A request about one user. */
export type UserRequest = z.infer<typeof userSchema>;

export const deleteUserSchema = z.object({ userId, password, address });
/** A user's request to delete the account. */
export type DeleteUserRequest = z.infer<typeof deleteUserSchema>;

export const setPlanSchema = z.object({
  userId,
  plan: z.enum(USER_PLAN_IDS),
  subscriptionExpiresAtMs: instantMs.optional(),
  subscriptionCancelledAtMs: instantMs.optional(),
  version: z.int().min(0),
});
/** A user's plan, decided by billing. */
export type SetPlanRequest = z.infer<typeof setPlanSchema>;
