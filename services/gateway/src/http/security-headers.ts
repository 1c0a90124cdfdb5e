import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Headers of every answer; the site needs only its own files.
 *
 * @param analyticsUrl - receiver of analytics events, if configured: the only other address that pages may call
 */
export const helmetOptions = (publicUrl: string, analyticsUrl?: string): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(analyticsUrl ? [new URL(analyticsUrl).origin] : [])],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
    },
  },
  strictTransportSecurity: publicUrl.startsWith('https:'),
});

/**
 * Headers of users' files: they can neither run nor load anything, even if a browser opens them in a tab.
 * (`sandbox` without tokens allows nothing.)
 */
export const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'cross-origin-resource-policy': 'same-site',
  'x-content-type-options': 'nosniff',
} as const;
