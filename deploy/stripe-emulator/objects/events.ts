import { allOf, created, filter, listRoute, retrieveRoute } from '../route.ts';
import { list, text } from '../rules.ts';
import type { StripeEvent } from '../stored.ts';

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
