import { ROUTES, type Route } from '@filemill/api';

/** A path of the API in the syntax of Nest and Fastify, such as `/api/conversions/:id`. */
export const routePattern = ({ path }: Pick<Route, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const BY_PATTERN = new Map(ROUTES.map((route) => [`${route.method} ${routePattern(route)}`, route]));

/**
 * The API route that Fastify has matched; undefined for pages of the site.
 *
 * @param pattern - in Fastify's syntax, such as `/api/conversions/:id`
 */
export const routeOf = (method: string, pattern: string | undefined): Route | undefined =>
  BY_PATTERN.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
