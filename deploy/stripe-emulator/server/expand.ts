import { invalid, type StripeFault } from '../core/faults.ts';
import { wholeList } from '../core/lists.ts';
import type { TableName } from '../core/store.ts';
import type { World } from '../core/world.ts';
import { paymentsOf } from '../objects/invoices.ts';
import { lineItemsOf } from '../objects/sessions.ts';

/** The table that the id in a field belongs to. */
const TABLES: Record<string, TableName> = {
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

/** Fields that are absent until they are requested: object and field, and what the field contains. */
const INCLUDABLE: Record<string, (world: World, id: string) => object> = {
  'charge.refunds': (world, id) =>
    wholeList(
      `/v1/charges/${id}/refunds`,
      world.store.newestFirst('refunds').filter(({ charge }) => charge === id),
    ),
  'checkout.session.line_items': (world, id) =>
    wholeList(`/v1/checkout/sessions/${id}/line_items`, lineItemsOf(world, id)),
  'customer.subscriptions': (world, id) =>
    wholeList(
      `/v1/customers/${id}/subscriptions`,
      world.store.newestFirst('subscriptions').filter((it) => it.customer === id && it.status !== 'canceled'),
    ),
  'invoice.payments': (world, id) => wholeList('/v1/invoice_payments', paymentsOf(world, id)),
};

/** @see https://docs.stripe.com/api/expanding_objects */
const MAX_DEPTH = 4;

/**
 * A copy of an answer with the requested objects in place of their ids.
 *
 * @param paths - such as `data.customer` or `latest_invoice.payments`
 * @throws {StripeFault} 400 for what cannot be expanded
 */
export function expand(world: World, answer: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const segments = path.split('.');
    const depth = segments.filter((segment) => segment !== 'data').length;
    if (depth > MAX_DEPTH) throw invalid(`You cannot expand more than 4 levels of a property (${path}).`);
    expandInto(world, copy, segments, path);
  }
  return copy;
}

function expandInto(world: World, target: unknown, segments: readonly string[], path: string): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || target === null) return;
  if (Array.isArray(target)) {
    for (const element of target) expandInto(world, element, segments, path);
    return;
  }
  if (!isObject(target)) throw notExpandable(path);
  const include = INCLUDABLE[`${target.object}.${segment}`];
  if (target[segment] === undefined && include)
    target[segment] = structuredClone(include(world, String(target.id)));
  const value = target[segment];
  if (value === undefined) throw notExpandable(path);
  if (typeof value === 'string') target[segment] = findObject(world, segment, value, path);
  expandInto(world, target[segment], rest, path);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function findObject(world: World, field: string, id: string, path: string): object {
  const table = TABLES[field];
  const object = table && world.store.get(table, id);
  if (!object) throw notExpandable(path);
  return structuredClone(object);
}

const notExpandable = (path: string): StripeFault =>
  invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
