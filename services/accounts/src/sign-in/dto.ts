import { z } from 'zod';
import { address, email, language, newId, newPassword, password, username } from '../fields.js';

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

export const loginSchema = z.object({ email, password, address });
/** A request to sign in. */
export type LoginRequest = z.infer<typeof loginSchema>;

export const logoutSchema = z.object({ sessionId: z.uuid() });
/** A request to end one session. */
export type LogoutRequest = z.infer<typeof logoutSchema>;
