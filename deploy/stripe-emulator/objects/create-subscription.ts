import { mergeMetadata } from '../core/changes.ts';
import { emit } from '../core/events.ts';
import { firstOf, wholeList } from '../core/lists.ts';
import { nextPeriodEnd } from '../core/periods.ts';
import { newId } from '../core/store.ts';
import type { OrderLine, Subscription } from '../core/stored.ts';
import type { World } from '../core/world.ts';

/** What a checkout has sold. */
interface Order {
  readonly customer: string;
  readonly lines: readonly OrderLine[];
  readonly metadata?: Record<string, string | null> | null;
  readonly description?: string | null;
}

/** A subscription whose first invoice is not paid yet. */
export function createSubscription(world: World, order: Order): Subscription {
  const { customer, lines, metadata: entries, description } = order;
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
    currency: firstOf(lines).price.currency,
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
    metadata: mergeMetadata({}, entries),
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

const itemOf = (subscription: string, { price, quantity }: OrderLine, now: number) => ({
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
