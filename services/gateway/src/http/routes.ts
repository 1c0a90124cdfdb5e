import { ROUTES, type Route } from '@filemill/api';
import { routePattern } from './handles.js';

const BY_PATTERN = new Map(ROUTES.map((route) => [`${route.method} ${routePattern(route)}`, route]));

/**
 * The route of the API that Fastify has matched; none for the site's.
 *
 * @param pattern - as Fastify has it, such as `/api/conversions/:id`
 */
export const routeOf = (method: string, pattern: string | undefined): Route | undefined =>
  BY_PATTERN.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
