import type { SignedIn } from '@filemill/api';
import type { accounts } from '@filemill/contracts';
import { presentUser } from './user-view.js';

/** @throws {TypeError} for an answer of accounts without a user */
export function presentSignedIn({ token, user }: accounts.LoginResponse): SignedIn {
  if (!user) throw new TypeError('accounts signed nobody in');
  return { token, user: presentUser(user) };
}
