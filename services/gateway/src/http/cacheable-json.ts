import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './etag.js';

/** A JSON body that changes only with a release, and its strong ETag. */
export interface CacheableJson {
  readonly json: string;
  readonly etag: string;
}

/** Renders a body once for all callers. */
export function cacheableJson(body: unknown): CacheableJson {
  const json = JSON.stringify(body);
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}

/** Sends it with a cache time of five minutes and an ETag; 304 if the caller has it. */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag }: CacheableJson,
): void {
  void reply.headers({ etag, 'cache-control': 'public, max-age=300' });
  if (matchesEtag(request, etag)) void reply.code(304).send();
  else void reply.type('application/json; charset=utf-8').send(json);
}
