import { newId } from './store.ts';
import type { StripeEvent } from './stored.ts';
import type { World } from './world.ts';

/** The version of Stripe's API that the emulator implements. */
export const API_VERSION = '2026-10-28.endive';

/** Stripe shows events of the last 30 days. */
const KEPT_S = 30 * 86_400;

/**
 * Records an event, and queues it for the webhook.
 *
 * @param subject - in its present state; the event keeps a copy
 * @param previous - the old values of the fields that changed
 */
export function emit(world: World, type: StripeEvent['type'], subject: object, previous?: object): void {
  const event = world.store.add('events', {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: world.clock.nowS(),
    data: { object: structuredClone(subject), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    // Events caused by the clock have no request.
    request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotencyKey ?? null },
    type,
  });
  world.webhooks.enqueue(event);
}

/** Forgets events and their deliveries that are older than those that Stripe shows. */
export function forgetOldEvents(world: World): void {
  const events = world.store.rows('events');
  const deliveries = world.store.rows('deliveries');
  for (const event of Object.values(events)) {
    if (event.created >= world.clock.nowS() - KEPT_S) continue;
    delete events[event.id];
    delete deliveries[event.id];
  }
}
