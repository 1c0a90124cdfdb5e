import { applyChanges, mergeMetadata } from '../changes.mjs';
import { emit } from '../events.mjs';
import { invalid, missing } from '../faults.mjs';
import { newId } from '../ids.mjs';
import { wholeList } from '../lists.mjs';
import { flag, metadata, object, oneOf, text } from '../params.mjs';
import { nextPeriodEnd } from '../periods.mjs';
import { created, equals, listRoute, retrieveRoute } from '../reads.mjs';
import { stopCollecting } from './invoices.mjs';

/**
 * A subscription whose first invoice is not paid yet.
 *
 * @param {{ price: object, quantity: number }[]} lines - what is subscribed to
 */
export function createSubscription(world, { customer, lines, metadata: about, description }) {
  const now = world.clock.nowS();
  const id = newId('sub');
  const subscription = world.store.add('subscriptions', {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: lines[0].price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(
      `/v1/subscription_items?subscription=${id}`,
      lines.map((line) => itemOf(id, line, now)),
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, about),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
  });
  emit(world, 'customer.subscription.created', subscription);
  return subscription;
}

const itemOf = (subscription, { price, quantity }, now) => ({
  id: newId('si', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: now,
  current_period_end: nextPeriodEnd(now, price.recurring, now),
  current_period_start: now,
  discounts: [],
  metadata: {},
  price: structuredClone(price),
  quantity,
  subscription,
  tax_rates: [],
});

/** Changes fields and tells what they were. */
export function change(world, subscription, fields) {
  const previous = applyChanges(subscription, fields);
  if (previous) emit(world, 'customer.subscription.updated', subscription, previous);
}

/** Ends a subscription at once; what is unpaid stays so. */
export function endNow(world, subscription, reason = 'cancellation_requested', details = {}) {
  const now = world.clock.nowS();
  Object.assign(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...subscription.cancellation_details, ...details, reason },
    ended_at: now,
    status: 'canceled',
  });
  stopCollecting(world, subscription.id);
  emit(world, 'customer.subscription.deleted', subscription);
}

/** The earliest end of a period among its items, Unix seconds. */
export const periodEndOf = (subscription) =>
  Math.min(...subscription.items.data.map((item) => item.current_period_end));

const details = object({
  comment: text(),
  feedback: oneOf([
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ]),
});

function update(world, id, params) {
  const subscription = world.store.find('subscriptions', 'subscription', id);
  const {
    cancel_at_period_end: atPeriodEnd,
    cancellation_details: why,
    metadata: about,
    description,
  } = params;
  if (subscription.ended_at && (atPeriodEnd !== undefined || description !== undefined))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  const fields = { metadata: mergeMetadata(subscription.metadata, about) };
  if (description !== undefined) fields.description = description;
  if (why) fields.cancellation_details = { ...subscription.cancellation_details, ...why };
  if (atPeriodEnd !== undefined && atPeriodEnd !== subscription.cancel_at_period_end)
    Object.assign(fields, cancellation(world, subscription, atPeriodEnd, why));
  change(world, subscription, fields);
  return subscription;
}

const cancellation = (world, subscription, atPeriodEnd, why = {}) => ({
  cancel_at: atPeriodEnd ? periodEndOf(subscription) : null,
  cancel_at_period_end: atPeriodEnd,
  canceled_at: atPeriodEnd ? world.clock.nowS() : null,
  cancellation_details: {
    ...subscription.cancellation_details,
    ...why,
    reason: atPeriodEnd ? 'cancellation_requested' : null,
  },
});

function cancel(world, id, params) {
  const subscription = world.store.find('subscriptions', 'subscription', id);
  if (subscription.ended_at) throw missing('subscription', id);
  endNow(world, subscription, 'cancellation_requested', params.cancellation_details);
  return subscription;
}

const STATES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
];

const hasStatus = (subscription, wanted) => {
  if (wanted === 'ended') return subscription.ended_at !== null;
  return wanted === 'all' || subscription.status === wanted;
};

export const subscriptionRoutes = [
  listRoute(
    '/v1/subscriptions',
    'subscriptions',
    {
      created,
      customer: equals('customer'),
      price: [text(), ({ items }, wanted) => items.data.some(({ price }) => price.id === wanted)],
      status: [oneOf([...STATES, 'all', 'ended']), hasStatus],
    },
    // Canceled ones only where a status is asked for.
    (subscription, { status }) => status !== undefined || subscription.status !== 'canceled',
  ),
  retrieveRoute('/v1/subscriptions', 'subscriptions', 'subscription'),
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: {
      cancel_at_period_end: flag(),
      cancellation_details: details,
      description: text({ max: 500 }),
      metadata: metadata(),
    },
    handle: (world, params, id) => update(world, id, params),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: { cancellation_details: details, invoice_now: flag(), prorate: flag() },
    handle: (world, params, id) => cancel(world, id, params),
  },
];
