import { applyChanges, mergeMetadata } from '../core/changes.ts';
import { emit } from '../core/events.ts';
import { invalid, missing } from '../core/faults.ts';
import type { Parsed, ValueOf } from '../core/params.ts';
import { created, defineRoute, equals, filter, listRoute, retrieveRoute } from '../core/route.ts';
import { flag, metadata, object, oneOf, text } from '../core/rules.ts';
import type { CancellationDetails, Subscription } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { stopCollecting } from './collect-invoice.ts';

/** Changes fields, and emits an event with the old values. */
export function changeSubscription(
  world: World,
  subscription: Subscription,
  fields: Partial<Subscription>,
): void {
  const previous = applyChanges(subscription, fields);
  if (previous) emit(world, 'customer.subscription.updated', subscription, previous);
}

/** Ends a subscription at once; what is unpaid stays unpaid. */
export function endNow(
  world: World,
  subscription: Subscription,
  reason: CancellationDetails['reason'] = 'cancellation_requested',
  explanation: ValueOf<typeof details> = {},
): void {
  const now = world.clock.nowS();
  Object.assign(subscription, {
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...subscription.cancellation_details, ...explanation, reason },
    ended_at: now,
    status: 'canceled',
  });
  stopCollecting(world, subscription.id);
  emit(world, 'customer.subscription.deleted', subscription);
}

/** The earliest end of a period among its items, Unix seconds. */
export const periodEndOf = (subscription: Subscription): number =>
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

const changes = {
  cancel_at_period_end: flag(),
  cancellation_details: details,
  description: text({ max: 500 }),
  metadata: metadata(),
};

function update(world: World, params: Parsed<typeof changes>, id: string): Subscription {
  const subscription = world.store.find('subscriptions', id);
  const {
    cancel_at_period_end: atPeriodEnd,
    cancellation_details: explanation,
    metadata: entries,
    description,
  } = params;
  if (subscription.ended_at && (atPeriodEnd !== undefined || description !== undefined))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  const fields: Partial<Subscription> = { metadata: mergeMetadata(subscription.metadata, entries) };
  if (description !== undefined) fields.description = description;
  if (explanation) fields.cancellation_details = { ...subscription.cancellation_details, ...explanation };
  if (atPeriodEnd !== undefined && atPeriodEnd !== subscription.cancel_at_period_end)
    Object.assign(fields, cancellation(world, subscription, atPeriodEnd, explanation));
  changeSubscription(world, subscription, fields);
  return subscription;
}

const cancellation = (
  world: World,
  subscription: Subscription,
  atPeriodEnd: boolean,
  explanation: ValueOf<typeof details> = {},
): Partial<Subscription> => ({
  cancel_at: atPeriodEnd ? periodEndOf(subscription) : null,
  cancel_at_period_end: atPeriodEnd,
  canceled_at: atPeriodEnd ? world.clock.nowS() : null,
  cancellation_details: {
    ...subscription.cancellation_details,
    ...explanation,
    reason: atPeriodEnd ? 'cancellation_requested' : null,
  },
});

const cancelParams = { cancellation_details: details, invoice_now: flag(), prorate: flag() };

function cancel(world: World, params: Parsed<typeof cancelParams>, id: string): Subscription {
  const subscription = world.store.find('subscriptions', id);
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
  'all',
  'ended',
] as const;

const hasStatus = (subscription: Subscription, wanted: (typeof STATES)[number]): boolean => {
  if (wanted === 'ended') return subscription.ended_at !== null;
  return wanted === 'all' || subscription.status === wanted;
};

export const subscriptionRoutes = [
  listRoute<Subscription>(
    '/v1/subscriptions',
    // Canceled ones are listed only if a status is requested.
    (world, { status }) =>
      world.store
        .newestFirst('subscriptions')
        .filter((it) => status !== undefined || it.status !== 'canceled'),
    {
      created,
      customer: equals('customer'),
      price: filter(text(), ({ items }: Subscription, wanted) =>
        items.data.some(({ price }) => price.id === wanted),
      ),
      status: filter(oneOf(STATES), hasStatus),
    },
  ),
  retrieveRoute('/v1/subscriptions', 'subscriptions'),
  defineRoute({ method: 'POST', path: '/v1/subscriptions/:id', params: changes, handle: update }),
  defineRoute({ method: 'DELETE', path: '/v1/subscriptions/:id', params: cancelParams, handle: cancel }),
];
