import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { invalid } from '../faults.ts';
import { page } from '../lists.ts';
import { allOf, created, defineRoute, equals, listRoute, retrieveRoute } from '../route.ts';
import { oneOf, paging } from '../rules.ts';
import type { World } from '../world.ts';
import { createSession, type detailsOf, sessionParams } from './create-session.ts';
import type { OrderLine } from './create-subscription.ts';

/** A checkout: what somebody is asked to pay. */
export interface Session
  extends Pick<
    Stripe.Checkout.Session,
    'id' | 'object' | 'cancel_url' | 'created' | 'expires_at' | 'payment_status' | 'status' | 'url'
  > {
  readonly amount_total: number;
  readonly currency: string;
  customer: string | null;
  customer_details: ReturnType<typeof detailsOf> | null;
  invoice: string | null;
  subscription: string | null;
  readonly success_url: string;
}

/** What a session sells, and with which settings. */
export interface SessionLines {
  /** Of the session. */
  readonly id: string;
  readonly lines: readonly SessionLine[];
  readonly description?: string | null;
  readonly metadata?: Record<string, string | null> | null;
  /** Set once somebody has tried to pay. */
  subscription?: string;
}

/** One line of a session. */
export interface SessionLine extends OrderLine {
  readonly id: string;
}

/** Ends a session that nobody has paid. @throws {StripeFault} 400 if it is not open */
export function expireSession(world: World, id: string): Session {
  const session = world.store.find('sessions', id);
  if (session.status !== 'open')
    throw invalid(
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of ${session.status}.`,
    );
  Object.assign(session, { status: 'expired', url: null });
  emit(world, 'checkout.session.expired', session);
  return session;
}

/** What a session sells, as Stripe's line items. */
export const lineItemsOf = (world: World, id: string) =>
  world.store.find('sessionLines', id).lines.map(({ id: line, price, quantity }) => ({
    id: line,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: price.unit_amount * quantity,
    amount_tax: 0,
    amount_total: price.unit_amount * quantity,
    currency: price.currency,
    description: world.store.find('products', price.product).name,
    metadata: {},
    price,
    quantity,
  }));

const PATH = '/v1/checkout/sessions';

export const sessionRoutes = [
  defineRoute({ method: 'POST', path: PATH, params: sessionParams, handle: createSession }),
  listRoute<Session>(PATH, allOf('sessions'), {
    created,
    customer: equals('customer'),
    status: equals('status', oneOf(['complete', 'expired', 'open'])),
    subscription: equals('subscription'),
  }),
  retrieveRoute(PATH, 'sessions'),
  defineRoute({
    method: 'GET',
    path: `${PATH}/:id/line_items`,
    params: paging,
    handle(world, params, id) {
      world.store.find('sessions', id);
      return page(`${PATH}/${id}/line_items`, lineItemsOf(world, id), params);
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${PATH}/:id/expire`,
    params: {},
    handle: (world, _params, id) => expireSession(world, id),
  }),
];
