import { applyChanges, mergeMetadata } from '../changes.mjs';
import { emit } from '../events.mjs';
import { missing } from '../faults.mjs';
import { newId } from '../ids.mjs';
import { list, metadata, object, oneOf, text } from '../params.mjs';
import { created, equals, listRoute, retrieveRoute } from '../reads.mjs';
import { endNow } from './subscriptions.mjs';

const ADDRESS_FIELDS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'];

const fields = {
  address: object(Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text()]))),
  description: text(),
  email: text({ max: 512 }),
  metadata: metadata(),
  name: text({ max: 256 }),
  phone: text({ max: 20 }),
  preferred_locales: list(text()),
  tax_exempt: oneOf(['exempt', 'none', 'reverse']),
};

export function createCustomer(world, params) {
  const customer = world.store.add('customers', {
    id: newId('cus', 14),
    object: 'customer',
    address: addressOf(params.address),
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
  });
  emit(world, 'customer.created', customer);
  return customer;
}

const addressOf = (address) =>
  address ? Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field] ?? null])) : null;

/** A customer that still is one. @throws {StripeFault} resource_missing */
export function livingCustomer(world, id, param = 'id') {
  const customer = world.store.find('customers', 'customer', id, param);
  if (customer.deleted) throw missing('customer', id, param);
  return customer;
}

function updateCustomer(world, id, { metadata: changes, address, ...rest }) {
  const customer = livingCustomer(world, id);
  const next = { ...rest, metadata: mergeMetadata(customer.metadata, changes) };
  if (address !== undefined) next.address = addressOf(address);
  const previous = applyChanges(customer, next);
  if (previous) emit(world, 'customer.updated', customer, previous);
  return customer;
}

function deleteCustomer(world, id) {
  const customer = livingCustomer(world, id);
  for (const subscription of world.store.all('subscriptions'))
    if (subscription.customer === id && !subscription.ended_at) endNow(world, subscription);
  emit(world, 'customer.deleted', customer);
  return world.store.add('customers', { id, object: 'customer', deleted: true });
}

export const customerRoutes = [
  { method: 'POST', path: '/v1/customers', params: fields, handle: createCustomer },
  listRoute('/v1/customers', 'customers', { email: equals('email'), created }, (it) => !it.deleted),
  retrieveRoute('/v1/customers', 'customers', 'customer'),
  {
    method: 'POST',
    path: '/v1/customers/:id',
    params: fields,
    handle: (world, params, id) => updateCustomer(world, id, params),
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: {},
    handle: (world, _params, id) => deleteCustomer(world, id),
  },
];
