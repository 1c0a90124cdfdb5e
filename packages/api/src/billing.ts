import { z } from 'zod';
import { emptyBody } from './fields.js';
import { defineRoutes } from './route.js';

/** Answer to `POST /api/create-checkout-session`. */
const checkoutSchema = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('created'),
      checkoutUrl: z.url().meta({ description: 'Where to pay; one page a user, until it is paid' }),
    }),
    z.object({ status: z.literal('already_subscribed'), message: z.string() }),
  ])
  .meta({ id: 'Checkout' });
export type CheckoutView = z.infer<typeof checkoutSchema>;

/** Answer to `POST /api/cancel-subscription`. */
const cancellationSchema = z
  .object({
    message: z.string(),
    cancellationDate: z.iso.datetime().meta({ description: 'When Pro ends' }),
    alreadyCancelled: z.boolean(),
  })
  .meta({ id: 'Cancellation' });
export type CancellationView = z.infer<typeof cancellationSchema>;

/** Answer to `POST /api/resume-subscription`. */
const resumedSchema = z.object({ message: z.string() });
export type ResumedView = z.infer<typeof resumedSchema>;

/** Routes of subscriptions. */
export const billingApi = defineRoutes('Billing', {
  createCheckoutSession: {
    method: 'POST',
    path: '/api/create-checkout-session',
    summary: 'Where to pay for Pro',
    callers: ['bearer'],
    body: emptyBody,
    answers: { 200: checkoutSchema },
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/cancel-subscription',
    summary: 'Ends the subscription with its paid period',
    callers: ['bearer'],
    body: emptyBody,
    answers: { 200: cancellationSchema },
    errors: ['NOT_FOUND'],
  },
  resumeSubscription: {
    method: 'POST',
    path: '/api/resume-subscription',
    summary: 'Takes a cancellation back while the period lasts',
    callers: ['bearer'],
    body: emptyBody,
    answers: { 200: resumedSchema },
    errors: ['NOT_FOUND'],
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/api/billing/webhook',
    summary: 'For Stripe alone: an event, signed over the bytes of the body',
    callers: [],
    headers: z.object({
      'stripe-signature': z.string().meta({ description: 'Over the bytes of the body' }),
    }),
    body: { 'application/json': 'binary' },
    answers: { 200: 'Stored; once by its id, however often it comes' },
    errors: ['INVALID_REQUEST'],
  },
});
