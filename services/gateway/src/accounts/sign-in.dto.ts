import type { accounts } from '@filemill/contracts';
import { z } from 'zod';
import { presentUser, userSchema } from './user-view.js';

/** The longest by RFC 5321, 4.5.3.1.3. */
const email = z.email().max(254);
/** Its length is bounded so that hashing it is, too. */
const newPassword = z.string().min(6).max(128);
/** What is said to be the password. */
export const password = z.string().min(1).max(128);

/** Body of `POST /api/register`. */
export const registerBody = z.strictObject({
  email,
  username: z.string().trim().min(1).max(64),
  password: newPassword,
});

/** Body of `POST /api/login`. */
export const loginBody = z.strictObject({ email, password });

/** Body of `POST /api/forgot-password`. */
export const forgotPasswordBody = z.strictObject({ email });

/** Body of `POST /api/reset-password`. */
export const resetPasswordBody = z.strictObject({
  token: z.string().min(1).max(256).meta({ description: 'Of the link in the mail' }),
  password: newPassword,
});

/** Answer to who has registered or signed in. */
export const signedInSchema = z
  .object({
    token: z.string().meta({ description: 'Bearer token, good for 7 days' }),
    user: userSchema,
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedInSchema>;

/** @throws {TypeError} for an answer of accounts without a user */
export function presentSignedIn({ token, user }: accounts.LoginResponse): SignedIn {
  if (!user) throw new TypeError('accounts signed nobody in');
  return { token, user: presentUser(user) };
}

/** An answer that only says something to a person. */
export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;
