import { AuthPage } from '../../features/auth/auth-page.js';
import { RedirectIfLoggedIn } from '../guards.js';

/** Sign-in and registration. */
export function Auth() {
  return (
    <RedirectIfLoggedIn>
      <AuthPage />
    </RedirectIfLoggedIn>
  );
}
