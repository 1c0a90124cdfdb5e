import type { CheckoutView } from '@filemill/api';
import { sendJson } from '@filemill/web-client';

/** Opens a page of the payment provider. @throws {ApiError} `unavailable` where payment is switched off */
export const createCheckout = (): Promise<CheckoutView> => sendJson('POST', '/api/create-checkout-session');
