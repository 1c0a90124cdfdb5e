import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** A JSON body that changes only with a release, and its strong ETag. */
export interface CacheableJson {
  readonly json: string;
  readonly etag: string;
}

/** Renders a body once for all callers. */
export function cacheableJson(body: unknown): CacheableJson {
  const json = JSON.stringify(body);
  return { json, etag: etagOf(json) };
}

/** Sends it with its ETag; 304 if the caller has it. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag }: CacheableJson,
): void {
  void reply.header('etag', etag);
  if (matchesEtag(request, etag)) void reply.code(304).send();
  else void reply.type('application/json; charset=utf-8').send(json);
}
