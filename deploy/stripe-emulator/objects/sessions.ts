import { emit } from '../core/events.ts';
import { invalid } from '../core/faults.ts';
import { page } from '../core/lists.ts';
import { created, defineRoute, equals, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { oneOf, paging } from '../core/rules.ts';
import type { Session } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { createSession, sessionParams } from './create-session.ts';

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
  listRoute<Session>(PATH, rowsOf('sessions'), {
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
