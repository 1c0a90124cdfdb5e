import { AppError } from '@filemill/errors';
import { HEADERS } from '@filemill/product';
import type { FastifyRequest } from 'fastify';

/** The message of the 401 for a missing, malformed or unknown API key; the specification defines it. */
export const KEY_NOT_FOUND = 'User API key not found';

/**
 * The token of `Authorization: Bearer …`; undefined without such a header.
 *
 * @throws {AppError} UNAUTHENTICATED for another scheme
 */
export function bearerTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (headers.authorization === undefined) return undefined;
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  return token;
}

/** The text of `X-API-Key`; undefined without such a header. */
export function apiKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[HEADERS.apiKey];
  return Array.isArray(key) ? key[0] : key;
}
