import type { FastifyRequest } from 'fastify';

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/**
 * Whether the caller has the version of this ETag already; compared weakly.
 *
 * @see RFC 9110, 13.1.2
 */
export function matchesEtag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  return known.includes('*') || known.some((tag) => opaque(tag) === opaque(etag));
}
