import { sendJson } from '@filemill/web-client';

/** Where to pay, or that there is nothing to pay. */
export type Checkout =
  | { readonly status: 'created'; readonly checkoutUrl: string }
  | { readonly status: 'already_subscribed'; readonly message: string };

/** Opens a page of the payment provider. @throws {ApiError} `unavailable` where payment is switched off */
export const createCheckout = (): Promise<Checkout> => sendJson('POST', '/api/create-checkout-session');
