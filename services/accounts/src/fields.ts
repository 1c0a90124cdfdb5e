import { LANGUAGE_IDS } from '@filemill/product';
import { z } from 'zod';

/** Postgres stores no NUL, and a name is one line. */
const CONTROL = /\p{Cc}/u;
const oneLine = (text: string): boolean => !CONTROL.test(text);

/** In lower case: one address has one account, however it is typed. The longest by RFC 5321, 4.5.3.1.3, is 254. */
export const email = z.string().max(254).trim().toLowerCase().pipe(z.email());

export const username = z
  .string()
  .trim()
  .min(1, 'a name')
  .max(64, 'at most 64 characters')
  .refine(oneLine, 'no line breaks');

/** What may become a password. Its length is bounded so that hashing it is, too. */
export const newPassword = z.string().min(6, 'at least 6 characters').max(128, 'at most 128 characters');

/** What is said to be the password. */
export const password = z.string().min(1, 'a password').max(128, 'at most 128 characters');

/** Network address that attempts are counted by. */
export const address = z.string().min(1).max(64);

/** Language of mails; what we have no texts for becomes English. */
export const language = z.enum(LANGUAGE_IDS).catch('en');

export const userId = z.uuid();

/** Of what is to be made. */
export const newId = z.uuidv7();

/** Text that administrators look for. */
export const searchText = z.string().max(254).trim().refine(oneLine, 'no line breaks');

/** Unix milliseconds, up to the year 9999. */
export const instantMs = z.int().min(0).max(253_402_300_799_000);
