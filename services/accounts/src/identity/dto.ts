import { z } from 'zod';

/** Longer than any token or key; limits what is hashed. */
const MAX_CREDENTIAL_LENGTH = 512;
const credential = z.string().min(1).max(MAX_CREDENTIAL_LENGTH).optional();

/** Exactly one of the two. */
export const identifySchema = z
  .object({ bearerToken: credential, apiKey: credential })
  .refine(({ bearerToken, apiKey }) => (bearerToken === undefined) !== (apiKey === undefined), {
    path: ['credential'],
    message: 'either a bearer token or an API key',
  });

/** A request to identify a credential. */
export type IdentifyRequest = z.infer<typeof identifySchema>;
