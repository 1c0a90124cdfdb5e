import { mergeMetadata } from '../core/changes.ts';
import { invalid, invalidParameter } from '../core/faults.ts';
import { firstOf } from '../core/lists.ts';
import { type Parsed, required, type ValueOf } from '../core/params.ts';
import { flag, instant, integer, list, metadata, object, oneOf, text, webAddress } from '../core/rules.ts';
import { type Complete, newId } from '../core/store.ts';
import type { Customer, CustomerDetails, Price, Session, SessionLine } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { createPrice, priceData } from './prices.ts';

/** How long a payment page can be used: 24 h, which is also the maximum; the minimum is half an hour. */
const LIFETIME_S = 86_400;
const SHORTEST_S = 1800;

const lineItem = object({ price: text(), price_data: priceData, quantity: integer({ min: 1 }) });

/** The parameters of a new session. */
export const sessionParams = {
  allow_promotion_codes: flag(),
  automatic_tax: object({ enabled: flag() }),
  billing_address_collection: oneOf(['auto', 'required']),
  cancel_url: webAddress(),
  client_reference_id: text({ max: 200 }),
  customer: text(),
  customer_email: text({ max: 800 }),
  customer_update: object({ address: oneOf(['auto', 'never']), name: oneOf(['auto', 'never']) }),
  expires_at: instant(),
  line_items: required(list(lineItem, { max: 20 })),
  locale: text(),
  managed_payments: object({ enabled: flag() }),
  metadata: metadata(),
  mode: required(oneOf(['subscription'])),
  payment_method_collection: oneOf(['always', 'if_required']),
  subscription_data: object({ description: text({ max: 500 }), metadata: metadata() }),
  success_url: required(webAddress()),
  tax_id_collection: object({ enabled: flag() }),
};

/** @throws {StripeFault} 400 for parameters that contradict each other or Stripe's settings, or name unknown objects */
export function createSession(world: World, params: Parsed<typeof sessionParams>): Session {
  refuseSettings(params);
  if (params.customer && params.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  const customer = params.customer ? world.store.findCustomer(params.customer, 'customer') : undefined;
  const lines = params.line_items.map((line, i) => readLine(world, line, `line_items[${i}]`));
  const session = world.store.add('sessions', sessionOf(world, params, lines, customer));
  const { description, metadata: entries } = params.subscription_data ?? {};
  world.store.add('sessionLines', { id: session.id, lines, description, metadata: entries });
  return session;
}

/** Refuses settings as Stripe does on an account that is not set up for them. */
function refuseSettings(params: Parsed<typeof sessionParams>): void {
  if (params.automatic_tax?.enabled)
    throw invalid('You must have a valid origin address to enable automatic tax calculation in test mode.', {
      param: 'automatic_tax',
    });
  if (params.managed_payments?.enabled)
    throw invalid('Your account is not set up for Managed Payments.', { param: 'managed_payments' });
}

function readLine(world: World, line: ValueOf<typeof lineItem>, name: string): SessionLine {
  const price = priceOf(world, line, `${name}[price]`);
  if (!price.active) throw invalid('The price specified is inactive.', { param: `${name}[price]` });
  const { recurring } = price;
  if (!recurring)
    throw invalid('You must provide at least one recurring price in `subscription` mode.', { param: name });
  return {
    id: newId('li'),
    price: structuredClone({ ...price, recurring }),
    quantity: line.quantity ?? 1,
  };
}

function priceOf(
  world: World,
  { price: id, price_data: data }: ValueOf<typeof lineItem>,
  name: string,
): Price {
  if (id) return world.store.find('prices', id, name);
  if (data) return createPrice(world, data);
  throw invalidParameter(`Missing required param: ${name}.`, name, 'parameter_missing');
}

function sessionOf(
  world: World,
  params: Parsed<typeof sessionParams>,
  lines: readonly SessionLine[],
  customer: Customer | undefined,
): Complete<Session> {
  const id = newId('cs_test', 58);
  const now = world.clock.nowS();
  const total = lines.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  const { customer_email: email } = params;
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
    customer_email: email ?? null,
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
    amount_subtotal: total,
    amount_total: total,
    currency: firstOf(lines).price.currency,
    customer: customer?.id ?? null,
    customer_creation: customer ? null : 'always',
    customer_details: customer || email ? detailsOf(customer ?? { email }) : null,
  };
}

/** What a session shows of its customer. */
export const detailsOf = ({
  email = null,
  name = null,
  address = null,
  phone = null,
  tax_exempt = 'none',
}: Partial<Pick<Customer, 'email' | 'name' | 'address' | 'phone' | 'tax_exempt'>>): CustomerDetails => ({
  address,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone,
  tax_exempt,
  tax_ids: null,
});
