import { matches, page, within } from '../lists.mjs';
import { list, paging, range, text } from '../params.mjs';

const fits = (type, wanted) =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

const listEvents = (world, params) =>
  page(
    '/v1/events',
    world.store
      .all('events')
      .filter(
        (it) =>
          within(it.created, params.created) &&
          (!params.type || fits(it.type, params.type)) &&
          (!params.types || params.types.some((type) => matches(it.type, type))),
      ),
    params,
  );

export const eventRoutes = [
  {
    method: 'GET',
    path: '/v1/events',
    params: { ...paging(), created: range(), type: text(), types: list(text(), { max: 20 }) },
    handle: listEvents,
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    params: {},
    handle: (world, _params, id) => world.store.find('events', 'event', id),
  },
];
