import { z } from 'zod';

/** Whose subscription. */
export const getSubscriptionSchema = z.object({ userId: z.uuid() });

/** A request for the subscription of one user. */
export type GetSubscriptionRequest = z.infer<typeof getSubscriptionSchema>;
