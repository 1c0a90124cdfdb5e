import { LANGUAGE_IDS } from '@filemill/product';
import { z } from 'zod';
import { address, email, newPassword } from '../fields.js';

export const forgotPasswordSchema = z.object({
  email,
  address,
  /** Language of the page on which it was requested; else the user's own. */
  language: z.enum(LANGUAGE_IDS).optional().catch(undefined),
});
/** A request for a reset mail. */
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z.object({
  token: z.string().min(1).max(128),
  password: newPassword,
  address,
});
/** A request to set a new password. */
export type ResetPasswordRequest = z.infer<typeof resetPasswordSchema>;
