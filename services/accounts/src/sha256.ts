import { createHash } from 'node:crypto';

/** SHA-256, by which tokens and API keys are looked up: they are random and long, so nothing slower is needed. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
