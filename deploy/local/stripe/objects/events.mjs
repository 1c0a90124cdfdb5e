import { list, text } from '../params.mjs';
import { created, listRoute, retrieveRoute } from '../reads.mjs';

/** `customer.*` stands for all types that begin so. */
const fits = ({ type }, wanted) =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventRoutes = [
  listRoute('/v1/events', 'events', {
    created,
    type: [text(), fits],
    types: [list(text(), { max: 20 }), ({ type }, wanted) => wanted.includes(type)],
  }),
  retrieveRoute('/v1/events', 'events', 'event'),
];
