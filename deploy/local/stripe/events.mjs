import { newId } from './ids.mjs';

export const API_VERSION = '2026-10-28.endive';

/** Stripe shows events of the last 30 days. */
const KEPT_S = 30 * 86_400;

/**
 * Records an event, and queues it for the webhook.
 *
 * @param {object} subject - as it is now; the event keeps a copy
 * @param {object} [previous] - what the changed fields were before
 */
export function emit(world, type, subject, previous) {
  const event = world.store.add('events', {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: world.clock.nowS(),
    data: { object: structuredClone(subject), ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 0,
    // Events caused by the clock have no request.
    request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotencyKey ?? null },
    type,
  });
  world.webhooks.enqueue(event);
}

/** Forgets events and their deliveries that are older than Stripe would show. */
export function forgetOldEvents(world) {
  const { events, deliveries } = world.store.data;
  for (const event of Object.values(events)) {
    if (event.created >= world.clock.nowS() - KEPT_S) continue;
    delete events[event.id];
    delete deliveries[event.id];
  }
}
