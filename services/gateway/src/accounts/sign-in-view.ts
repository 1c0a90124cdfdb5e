import type { SignedIn } from '@filemill/api';
import type { accounts } from '@filemill/contracts';
import { presentUser } from './user-view.js';

/** @throws {TypeError} if the answer of accounts contains no user */
export function presentSignedIn({ token, user }: accounts.LoginResponse): SignedIn {
  if (!user) throw new TypeError('accounts signed nobody in');
  return { token, user: presentUser(user) };
}
