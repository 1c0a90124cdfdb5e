import { LANGUAGE_IDS, USER_PLAN_IDS } from '@filemill/product';
import { z } from 'zod';

/** Postgres stores no NUL, and a name is one line. */
const CONTROL = /\p{Cc}/u;
const oneLine = (text: string): boolean => !CONTROL.test(text);

/** In lower case: one account per address, in any spelling. RFC 5321, 4.5.3.1.3, limits the length to 254. */
export const email = z.string().max(254).trim().toLowerCase().pipe(z.email());

/** Name that a user is shown by; any characters, one line. */
const username = z
  .string()
  .trim()
  .min(1, 'a name')
  .max(64, 'at most 64 characters')
  .refine(oneLine, 'no line breaks');

/** A new password. Its length is limited so that hashing takes limited time. */
const newPassword = z.string().min(6, 'at least 6 characters').max(128, 'at most 128 characters');

/** A password to check. */
const password = z.string().min(1, 'a password').max(128, 'at most 128 characters');

/** Network address that calls are counted by. */
const address = z.string().min(1).max(64);

/** Language of mails; English if there are no texts in it. */
const language = z.enum(LANGUAGE_IDS).catch('en');

const userId = z.uuid();

/** Id of the object that is to be created. */
const newId = z.uuidv7();

/** Search text of administrators. */
const searchText = z.string().max(254).trim().refine(oneLine, 'no line breaks');

/** Unix milliseconds, up to the year 9999; null if absent. */
const instantMs = z.int().min(0).max(253_402_300_799_000);

/** Longer than any token or key; limits what is hashed. */
const MAX_CREDENTIAL_LENGTH = 512;
const credential = z.string().min(1).max(MAX_CREDENTIAL_LENGTH).optional();

/** Checks {@link IdentifyRequest}: exactly one of the two. */
export const identifySchema = z
  .object({ bearerToken: credential, apiKey: credential })
  .refine(({ bearerToken, apiKey }) => (bearerToken === undefined) !== (apiKey === undefined), {
    path: ['credential'],
    message: 'either a bearer token or an API key',
  });
/** A request to identify a credential. */
export type IdentifyRequest = z.infer<typeof identifySchema>;

/** Checks {@link RegisterRequest}. */
export const registerSchema = z.object({
  id: newId,
  email,
  username,
  password: newPassword,
  address,
  language,
});
/** A request for an account. */
export type RegisterRequest = z.infer<typeof registerSchema>;

/** Checks {@link LoginRequest}. */
export const loginSchema = z.object({ email, password, address });
/** A request to sign in. */
export type LoginRequest = z.infer<typeof loginSchema>;

/** Checks {@link LogoutRequest}. */
export const logoutSchema = z.object({ sessionId: z.uuid() });
/** A request to end one session. */
export type LogoutRequest = z.infer<typeof logoutSchema>;

/** Checks {@link UserRequest}. */
export const userSchema = z.object({ userId });
/** A request about one user. */
export type UserRequest = z.infer<typeof userSchema>;

/** Checks {@link DeleteUserRequest}. */
export const deleteUserSchema = z.object({ userId, password, address });
/** A user's request to delete the account. */
export type DeleteUserRequest = z.infer<typeof deleteUserSchema>;

/** Checks {@link SetPlanRequest}. */
export const setPlanSchema = z.object({
  userId,
  plan: z.enum(USER_PLAN_IDS),
  subscriptionExpiresAtMs: instantMs.optional(),
  subscriptionCancelledAtMs: instantMs.optional(),
  version: z.int().min(0),
});
/** A user's plan, decided by billing. */
export type SetPlanRequest = z.infer<typeof setPlanSchema>;

/** Checks {@link ForgotPasswordRequest}. */
export const forgotPasswordSchema = z.object({
  email,
  address,
  /** Language of the page on which it was requested; else the user's own. */
  language: z.enum(LANGUAGE_IDS).optional().catch(undefined),
});
/** A request for a reset mail. */
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordSchema>;

/** Checks {@link ResetPasswordRequest}. */
export const resetPasswordSchema = z.object({
  token: z.string().min(1).max(128),
  password: newPassword,
  address,
});
/** A request to set a new password. */
export type ResetPasswordRequest = z.infer<typeof resetPasswordSchema>;

/** Later pages are reached by searching. */
const MAX_PAGE = 100_000;
const MAX_IDS = 500;

/** Checks {@link ListUsersRequest}. */
export const listUsersSchema = z.object({ search: searchText, page: z.int().min(1).max(MAX_PAGE) });
/** A request for one page of users. */
export type ListUsersRequest = z.infer<typeof listUsersSchema>;

/** Checks {@link GetUsersRequest}. */
export const getUsersSchema = z.object({ userIds: z.array(userId).max(MAX_IDS) });
/** A request for users by their ids. */
export type GetUsersRequest = z.infer<typeof getUsersSchema>;

/** Checks {@link CountUsersRequest}. */
export const countUsersSchema = z.object({ sinceMs: instantMs });
/** A request for the numbers of users, in total and since an instant. */
export type CountUsersRequest = z.infer<typeof countUsersSchema>;
