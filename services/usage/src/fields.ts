import { z } from 'zod';

/** Latest time with a year of four digits, Unix milliseconds. */
const LAST_INSTANT_MS = 253_402_300_799_000;

/** Start of a period, Unix milliseconds. */
export const sinceMs = z.int().min(0).max(LAST_INSTANT_MS);
