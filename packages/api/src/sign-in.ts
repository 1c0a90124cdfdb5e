import { z } from 'zod';
import { userSchema } from './account.js';
import { defineRoutes } from './route.js';

/** Longest e-mail address by RFC 5321, 4.5.3.1.3. */
const email = z.email().max(254);
/** A new password. Its length is limited, and with it the time to hash it. */
const newPassword = z.string().min(6).max(128);
/** A password to check. */
export const password = z.string().min(1).max(128);

/** Body of `POST /api/register`. */
const registerBody = z.strictObject({
  email,
  username: z.string().trim().min(1).max(64),
  password: newPassword,
});
export type RegisterBody = z.infer<typeof registerBody>;

/** Body of `POST /api/login`. */
const loginBody = z.strictObject({ email, password });
export type LoginBody = z.infer<typeof loginBody>;

/** Body of `POST /api/reset-password`. */
const resetPasswordBody = z.strictObject({
  token: z.string().min(1).max(256).meta({ description: 'Of the link in the mail' }),
  password: newPassword,
});
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** Answer to a registration or a sign-in. */
const signedInSchema = z
  .object({
    token: z.string().meta({ description: 'Bearer token, good for 7 days' }),
    user: userSchema,
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedInSchema>;

/** An answer that is only a message to a person. */
const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

/** Routes of registration, sign-in and passwords. */
export const signInApi = defineRoutes('Accounts', {
  registerUser: {
    method: 'POST',
    path: '/api/register',
    summary: 'Makes an account and signs it in',
    callers: [],
    body: registerBody,
    answers: { 201: signedInSchema },
    errors: ['EMAIL_TAKEN', 'OVERLOADED'],
    rateLimit: { name: 'register', limit: 10, windowSeconds: 60 },
  },
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Signs in',
    description: 'An unknown address and a wrong password have the same answer.',
    callers: [],
    body: loginBody,
    answers: { 200: signedInSchema },
    errors: ['UNAUTHENTICATED', 'SUSPENDED', 'OVERLOADED'],
    rateLimit: { name: 'login', limit: 30, windowSeconds: 60 },
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the session of the bearer token',
    callers: ['bearer'],
    answers: { 204: 'The token is dead, everywhere within 5 s' },
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgot-password',
    summary: 'Sends a link to reset the password, if there is such an account',
    callers: [],
    body: z.strictObject({ email }),
    answers: { 200: messageSchema },
    rateLimit: { name: 'forgot-password', limit: 10, windowSeconds: 60 },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    summary: 'Sets a password with the token of a mail and ends all sessions',
    callers: [],
    body: resetPasswordBody,
    answers: { 200: messageSchema },
    errors: ['OVERLOADED'],
    rateLimit: { name: 'reset-password', limit: 20, windowSeconds: 60 },
  },
});
