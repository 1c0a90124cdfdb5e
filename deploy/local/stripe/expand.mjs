import { invalid } from './faults.mjs';
import { wholeList } from './lists.mjs';
import { paymentsOf } from './objects/invoices.mjs';
import { lineItemsOf } from './objects/sessions.mjs';

/** Which table a field's id belongs to. */
const TABLES = {
  charge: 'charges',
  customer: 'customers',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  price: 'prices',
  product: 'products',
  subscription: 'subscriptions',
};

/** Fields that are absent until they are asked for. */
const INCLUDABLE = {
  'charge.refunds': (world, { id }) =>
    wholeList(
      `/v1/charges/${id}/refunds`,
      world.store.all('refunds').filter(({ charge }) => charge === id),
    ),
  'checkout.session.line_items': (world, { id }) =>
    wholeList(`/v1/checkout/sessions/${id}/line_items`, lineItemsOf(world, id)),
  'customer.subscriptions': (world, { id }) =>
    wholeList(
      `/v1/customers/${id}/subscriptions`,
      world.store.all('subscriptions').filter((it) => it.customer === id && it.status !== 'canceled'),
    ),
  'invoice.payments': (world, { id }) => wholeList('/v1/invoice_payments', paymentsOf(world, id)),
};

/** @see https://docs.stripe.com/api/expanding_objects */
const MAX_DEPTH = 4;

/**
 * A copy of an answer with the objects that were asked for in place of their ids.
 *
 * @param {string[]} paths - such as `data.customer` or `latest_invoice.payments`
 * @throws {StripeFault} 400 for what cannot be expanded
 */
export function expand(world, answer, paths = []) {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const segments = path.split('.');
    const depth = segments.filter((segment) => segment !== 'data').length;
    if (depth > MAX_DEPTH) throw invalid(`You cannot expand more than 4 levels of a property (${path}).`);
    expandInto(world, copy, segments, path);
  }
  return copy;
}

function expandInto(world, target, [segment, ...rest], path) {
  if (target === null) return;
  if (Array.isArray(target)) {
    for (const element of target) expandInto(world, element, [segment, ...rest], path);
    return;
  }
  const include = INCLUDABLE[`${target.object}.${segment}`];
  if (target[segment] === undefined && include) target[segment] = structuredClone(include(world, target));
  const value = target[segment];
  if (value === undefined) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  if (typeof value === 'string') target[segment] = objectOf(world, segment, value, path);
  if (rest.length > 0) expandInto(world, target[segment], rest, path);
}

function objectOf(world, field, id, path) {
  const object = TABLES[field] && world.store.get(TABLES[field], id);
  if (!object) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  return structuredClone(object);
}
