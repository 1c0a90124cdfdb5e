import { applyChanges, mergeMetadata } from '../core/changes.ts';
import { emit } from '../core/events.ts';
import type { Parsed } from '../core/params.ts';
import { created, defineRoute, equals, listRoute, retrieveRoute } from '../core/route.ts';
import { list, metadata, object, oneOf, text } from '../core/rules.ts';
import { type Complete, newId } from '../core/store.ts';
import type { Customer, DeletedCustomer } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { NO_ADDRESS } from './payments.ts';
import { endNow } from './subscriptions.ts';

const fields = {
  address: object({
    city: text(),
    country: text(),
    line1: text(),
    line2: text(),
    postal_code: text(),
    state: text(),
  }),
  description: text(),
  email: text({ max: 512 }),
  metadata: metadata(),
  name: text({ max: 256 }),
  phone: text({ max: 20 }),
  preferred_locales: list(text()),
  tax_exempt: oneOf(['exempt', 'none', 'reverse']),
};

/** A new customer; everything about them is optional. */
export function createCustomer(world: World, params: Parsed<typeof fields>): Customer {
  const customer: Complete<Customer> = {
    id: newId('cus', 14),
    object: 'customer',
    address: params.address ? { ...NO_ADDRESS, ...params.address } : null,
    balance: 0,
    created: world.clock.nowS(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: null,
    tax_exempt: params.tax_exempt ?? 'none',
    test_clock: null,
  };
  world.store.add('customers', customer);
  emit(world, 'customer.created', customer);
  return customer;
}

function updateCustomer(
  world: World,
  { metadata: changes, address, ...rest }: Parsed<typeof fields>,
  id: string,
): Customer {
  const customer = world.store.findCustomer(id);
  const previous = applyChanges(customer, {
    ...rest,
    metadata: mergeMetadata(customer.metadata, changes),
    ...(address && { address: { ...NO_ADDRESS, ...address } }),
  });
  if (previous) emit(world, 'customer.updated', customer, previous);
  return customer;
}

function deleteCustomer(world: World, id: string): DeletedCustomer {
  const customer = world.store.findCustomer(id);
  for (const subscription of world.store.newestFirst('subscriptions'))
    if (subscription.customer === id && !subscription.ended_at) endNow(world, subscription);
  emit(world, 'customer.deleted', customer);
  const deleted: DeletedCustomer = { id, object: 'customer', deleted: true };
  world.store.add('customers', deleted);
  return deleted;
}

const allCustomers = (world: World): Customer[] =>
  world.store.newestFirst('customers').filter((customer) => !customer.deleted);

export const customerRoutes = [
  defineRoute({ method: 'POST', path: '/v1/customers', params: fields, handle: createCustomer }),
  listRoute<Customer>('/v1/customers', allCustomers, { email: equals('email'), created }),
  retrieveRoute('/v1/customers', 'customers'),
  defineRoute({ method: 'POST', path: '/v1/customers/:id', params: fields, handle: updateCustomer }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: {},
    handle: (world, _params, id) => deleteCustomer(world, id),
  }),
];
