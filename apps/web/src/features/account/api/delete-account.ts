import { sendJson } from '@filemill/web-client';

/** Deletes the account with everything that belongs to it. @throws {ApiError} `password_wrong`, among others */
export const deleteAccount = (password: string): Promise<void> =>
  sendJson('DELETE', '/api/user', { password });
