import { ROUTES, type Route } from '@filemill/api';
import { routePattern } from './handles.js';

const BY_PATTERN = new Map(ROUTES.map((route) => [`${route.method} ${routePattern(route)}`, route]));

/**
 * The API route that Fastify has matched; undefined for pages of the site.
 *
 * @param pattern - in Fastify's syntax, such as `/api/conversions/:id`
 */
export const routeOf = (method: string, pattern: string | undefined): Route | undefined =>
  BY_PATTERN.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
