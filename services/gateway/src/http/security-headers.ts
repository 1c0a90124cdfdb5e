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
