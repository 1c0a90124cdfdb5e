import { z } from 'zod';

/** These calls take no body; an empty object is one, too. */
export const emptyBody = z.strictObject({}).nullish();

/** Answer to `POST /api/create-checkout-session`. */
export const checkoutSchema = z
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
export const cancellationSchema = z
  .object({
    message: z.string(),
    cancellationDate: z.iso.datetime().meta({ description: 'When Pro ends' }),
    alreadyCancelled: z.boolean(),
  })
  .meta({ id: 'Cancellation' });
export type CancellationView = z.infer<typeof cancellationSchema>;

/** Answer to `POST /api/resume-subscription`. */
export const resumedSchema = z.object({ message: z.string() });
export type ResumedView = z.infer<typeof resumedSchema>;

/** Headers of Stripe's webhook. */
export const webhookHeaders = z.object({
  'stripe-signature': z.string().meta({ description: 'Over the bytes of the body' }),
});
