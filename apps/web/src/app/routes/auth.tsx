import { AuthPage } from '../../features/auth/index.js';
import { RedirectIfLoggedIn } from '../guards.js';

/** Sign-in and registration. */
export function Auth() {
  return (
    <RedirectIfLoggedIn>
      <AuthPage />
    </RedirectIfLoggedIn>
  );
}
