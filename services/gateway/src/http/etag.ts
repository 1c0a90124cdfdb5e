import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { listOf } from './list-field.js';

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);

/**
 * Whether the caller has the version with this ETag; weak comparison.
 *
 * @see RFC 9110, 13.1.2
 */
export function matchesEtag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = listOf(headers['if-none-match']);
  return known.includes('*') || known.some((tag) => opaque(tag) === opaque(etag));
}

/** A strong ETag of a content: 128 bits of its SHA-256. */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
