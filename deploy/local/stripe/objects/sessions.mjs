import { keepCard, readCard } from '../cards.mjs';
import { mergeMetadata } from '../changes.mjs';
import { emit } from '../events.mjs';
import { invalid, invalidParameter } from '../faults.mjs';
import { newId } from '../ids.mjs';
import { page } from '../lists.mjs';
import {
  flag,
  instant,
  integer,
  list,
  metadata,
  object,
  oneOf,
  paging,
  text,
  webAddress,
} from '../params.mjs';
import { created, equals, listRoute, retrieveRoute } from '../reads.mjs';
import { createCustomer, livingCustomer } from './customers.mjs';
import { collectInvoice, createInvoice, finalizeInvoice } from './invoices.mjs';
import { createPrice, priceData } from './prices.mjs';
import { change, createSubscription } from './subscriptions.mjs';

/** How long a payment page stands unless its maker says otherwise: 24 h, at least half an hour. */
const LIFETIME_S = 86_400;
const SHORTEST_S = 1800;

const createParams = {
  allow_promotion_codes: flag(),
  automatic_tax: object({ enabled: flag() }),
  billing_address_collection: oneOf(['auto', 'required']),
  cancel_url: webAddress(),
  client_reference_id: text({ max: 200 }),
  customer: text(),
  customer_email: text({ max: 800 }),
  customer_update: object({ address: oneOf(['auto', 'never']), name: oneOf(['auto', 'never']) }),
  expires_at: instant(),
  line_items: list(object({ price: text(), price_data: priceData, quantity: integer({ min: 1 }) }), {
    required: true,
    max: 20,
  }),
  locale: text(),
  managed_payments: object({ enabled: flag() }),
  metadata: metadata(),
  mode: oneOf(['subscription'], { required: true }),
  payment_method_collection: oneOf(['always', 'if_required']),
  subscription_data: object({ description: text({ max: 500 }), metadata: metadata() }),
  success_url: webAddress({ required: true }),
  tax_id_collection: object({ enabled: flag() }),
};

function createSession(world, params) {
  refuseSettings(params);
  if (params.customer && params.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  const customer = params.customer ? livingCustomer(world, params.customer, 'customer') : null;
  const lines = params.line_items.map((line, i) => readLine(world, line, `line_items[${i}]`));
  const total = lines.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  const id = newId('cs_test', 58);
  const session = world.store.add('sessions', {
    ...sessionOf(world, id, params),
    amount_subtotal: total,
    amount_total: total,
    currency: lines[0].price.currency,
    customer: customer?.id ?? null,
    customer_creation: customer ? null : 'always',
    customer_details:
      customer || params.customer_email ? detailsOf(customer ?? { email: params.customer_email }) : null,
  });
  const { description, metadata: about } = params.subscription_data ?? {};
  world.store.add('sessionLines', { id, lines, description, metadata: about });
  return session;
}

/** Settings that an account has to be set up for answer as they do where that was not done. */
function refuseSettings(params) {
  if (params.automatic_tax?.enabled)
    throw invalid('You must have a valid origin address to enable automatic tax calculation in test mode.', {
      param: 'automatic_tax',
    });
  if (params.managed_payments?.enabled)
    throw invalid('Your account is not set up for Managed Payments.', { param: 'managed_payments' });
}

function readLine(world, { price: id, price_data: data, quantity = 1 }, name) {
  if (!id && !data)
    throw invalidParameter(`Missing required param: ${name}[price].`, `${name}[price]`, 'parameter_missing');
  const price = id ? world.store.find('prices', 'price', id, `${name}[price]`) : createPrice(world, data);
  if (!price.active) throw invalid('The price specified is inactive.', { param: `${name}[price]` });
  if (!price.recurring)
    throw invalid('You must provide at least one recurring price in `subscription` mode.', { param: name });
  return { id: newId('li'), price: structuredClone(price), quantity };
}

function sessionOf(world, id, params) {
  const now = world.clock.nowS();
  const expiresAt = params.expires_at ?? now + LIFETIME_S;
  if (expiresAt < now + SHORTEST_S || expiresAt > now + LIFETIME_S)
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    });
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.payment_method_collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.url}/c/pay/${id}`,
    wallet_options: null,
  };
}

const detailsOf = ({ email = null, name = null, address = null, phone = null, tax_exempt = 'none' }) => ({
  address,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone,
  tax_exempt,
  tax_ids: null,
});

/**
 * Pays an open session and begins its subscription.
 *
 * @param {{ card?: string, email?: string }} typed - on the payment page; the address where the session knows none
 * @throws {StripeFault} card_declined, and the session stays open
 */
export function paySession(world, id, typed) {
  const session = world.store.find('sessions', 'checkout.session', id);
  if (session.status !== 'open') throw invalid('This Checkout Session is no longer active.');
  const card = readCard(typed.card);
  const email = session.customer_details?.email ?? typed.email;
  if (!email) throw invalid('Your e-mail address is needed.', { param: 'email' });
  const customer = session.customer
    ? livingCustomer(world, session.customer, 'customer')
    : createCustomer(world, { email });
  session.customer = customer.id;
  const { subscription, invoice } = beginSubscription(world, session);
  const refusal = collectInvoice(world, invoice, card);
  if (refusal) throw refusal;
  keepCard(world, customer.id, card);
  customer.currency = invoice.currency;
  change(world, subscription, { status: 'active' });
  Object.assign(session, {
    customer_details: { ...detailsOf(customer), email },
    invoice: invoice.id,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  });
  emit(world, 'checkout.session.completed', session);
  return session;
}

/** The subscription of a session with its unpaid invoice: a card that is tried after another pays the same ones. */
function beginSubscription(world, session) {
  const order = world.store.get('sessionLines', session.id);
  const begun = order.subscription && world.store.get('subscriptions', order.subscription);
  if (begun?.status === 'incomplete')
    return { subscription: begun, invoice: world.store.get('invoices', begun.latest_invoice) };
  const { lines, description, metadata: about } = order;
  const { customer } = session;
  const subscription = createSubscription(world, { customer, lines, metadata: about, description });
  const now = world.clock.nowS();
  const invoice = createInvoice(world, subscription, 'subscription_create', { start: now, end: now });
  subscription.latest_invoice = invoice.id;
  order.subscription = subscription.id;
  finalizeInvoice(world, invoice);
  return { subscription, invoice };
}

/** Ends a session that nobody has paid. @throws {StripeFault} 400 if it is not open */
export function expireSession(world, id) {
  const session = world.store.find('sessions', 'checkout.session', id);
  if (session.status !== 'open')
    throw invalid(
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of ${session.status}.`,
    );
  Object.assign(session, { status: 'expired', url: null });
  emit(world, 'checkout.session.expired', session);
  return session;
}

/** What a session sells. */
export const lineItemsOf = (world, id) =>
  world.store.get('sessionLines', id).lines.map(({ id: line, price, quantity }) => ({
    id: line,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: price.unit_amount * quantity,
    amount_tax: 0,
    amount_total: price.unit_amount * quantity,
    currency: price.currency,
    description: world.store.get('products', price.product).name,
    metadata: {},
    price,
    quantity,
  }));

const PATH = '/v1/checkout/sessions';

export const sessionRoutes = [
  { method: 'POST', path: PATH, params: createParams, handle: createSession },
  listRoute(PATH, 'sessions', {
    created,
    customer: equals('customer'),
    status: equals('status', oneOf(['complete', 'expired', 'open'])),
    subscription: equals('subscription'),
  }),
  retrieveRoute(PATH, 'sessions', 'checkout.session'),
  {
    method: 'GET',
    path: `${PATH}/:id/line_items`,
    params: paging(),
    handle(world, params, id) {
      world.store.find('sessions', 'checkout.session', id);
      return page(`${PATH}/${id}/line_items`, lineItemsOf(world, id), params);
    },
  },
  {
    method: 'POST',
    path: `${PATH}/:id/expire`,
    params: {},
    handle: (world, _params, id) => expireSession(world, id),
  },
];
