import type { LoginBody, RegisterBody, ResetPasswordBody } from '@filemill/api';
import { requestJson } from '@filemill/web-client';

/** A refusal of these forms ends no session: their users have none. */
const FORM = { keepSession: true };

/** @throws {ApiError} `unauthenticated` for an address or a password that is not right, `suspended`, `rate_limited` */
export const login = (body: LoginBody) => requestJson('POST', '/api/login', { body, ...FORM });

/** @throws {ApiError} `email_taken`, `invalid_request`, `rate_limited` */
export const register = (body: RegisterBody) => requestJson('POST', '/api/register', { body, ...FORM });

/** Asks for a mail with a link; the answer is the same whether or not there is an account. @throws {ApiError} */
export const forgotPassword = (email: string) =>
  requestJson('POST', '/api/forgot-password', { body: { email }, ...FORM });

/** Sets a new password by the token of a mail. @throws {ApiError} `invalid_request` for a token that is used or old */
export const resetPassword = (body: ResetPasswordBody) =>
  requestJson('POST', '/api/reset-password', { body, ...FORM });
