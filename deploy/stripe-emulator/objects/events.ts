import type Stripe from 'stripe';
import { allOf, created, filter, listRoute, retrieveRoute } from '../route.ts';
import { list, text } from '../rules.ts';

/** A change of an object, which the webhook is told of. */
export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly created: number;
  /** Webhooks that have not received it yet. */
  pending_webhooks: number;
  readonly type: Stripe.Event['type'];
}

/** `customer.*` is every type that begins with `customer.`. */
const isOfType = ({ type }: StripeEvent, wanted: string | null): boolean =>
  wanted?.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventRoutes = [
  listRoute<StripeEvent>('/v1/events', allOf('events'), {
    created,
    type: filter(text(), isOfType),
    types: filter(list(text(), { max: 20 }), ({ type }: StripeEvent, wanted) => wanted.includes(type)),
  }),
  retrieveRoute('/v1/events', 'events'),
];
