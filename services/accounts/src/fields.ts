import { LANGUAGE_IDS } from '@filemill/product';
import { z } from 'zod';

/** Postgres stores no NUL, and a name is one line. */
const CONTROL = /\p{Cc}/u;
const oneLine = (text: string): boolean => !CONTROL.test(text);

/** In lower case: one account per address, in any spelling. RFC 5321, 4.5.3.1.3, limits the length to 254. */
export const email = z.string().max(254).trim().toLowerCase().pipe(z.email());

export const username = z
  .string()
  .trim()
  .min(1, 'a name')
  .max(64, 'at most 64 characters')
  .refine(oneLine, 'no line breaks');

/** A new password. Its length is limited so that hashing takes limited time. */
export const newPassword = z.string().min(6, 'at least 6 characters').max(128, 'at most 128 characters');

/** A password to check. */
export const password = z.string().min(1, 'a password').max(128, 'at most 128 characters');

/** Network address that attempts are counted by. */
export const address = z.string().min(1).max(64);

/** Language of mails; English if there are no texts in it. */
export const language = z.enum(LANGUAGE_IDS).catch('en');

export const userId = z.uuid();

/** Id of the object that is to be created. */
export const newId = z.uuidv7();

/** Search text of administrators. */
export const searchText = z.string().max(254).trim().refine(oneLine, 'no line breaks');

/** Unix milliseconds, up to the year 9999; null if absent. */
export const instantMs = z.int().min(0).max(253_402_300_799_000);
