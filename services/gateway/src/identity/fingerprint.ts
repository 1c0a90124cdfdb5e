import { z } from 'zod';

/** A guest's fingerprint: 32 to 64 hexadecimal characters, kept in lower case. */
export const fingerprintSchema = z
  .string()
  .regex(/^[0-9a-f]{32,64}$/i, '32 to 64 hexadecimal characters')
  .transform((value) => value.toLowerCase());
