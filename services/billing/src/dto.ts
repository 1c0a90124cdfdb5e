import { z } from 'zod';

/** Checks {@link UserRequest}. */
export const userRequestSchema = z.object({ userId: z.uuid() });
/** A request about one user. */
export type UserRequest = z.infer<typeof userRequestSchema>;

/** An instant in Unix milliseconds that a date can hold. */
export const instantMsSchema = z.int().min(0).max(8_640_000_000_000_000);
