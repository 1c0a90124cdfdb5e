import type { CallerKind } from '@filemill/api';
import type { ZodOpenApiSecuritySchemeObject } from 'zod-openapi';

/** All credentials, by their name in the document. */
export const SECURITY_SCHEMES: Record<string, ZodOpenApiSecuritySchemeObject> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of POST /api/register and /api/login, 7 days',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Key of a Pro account' },
  guest: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Guest-Fingerprint',
    description: '32 to 64 hexadecimal characters that a guest keeps; not a secret of the service',
  },
  link: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'Comes with the links that the API answers',
  },
};

/** One of these is enough. An administrator is a bearer whose account is checked on every call. */
export const securityOf = (callers: readonly CallerKind[]): Record<string, string[]>[] =>
  callers.map((caller) => ({ [caller === 'admin' ? 'bearer' : caller]: [] }));
