import { useTranslation } from 'react-i18next';
import type { AuthMode } from '../../lib/use-auth-dialog.js';
import { ForgotForm } from './forgot-form.js';
import { LoginForm } from './login-form.js';
import { RegisterForm } from './register-form.js';

/** What the dialog and the page show: one of the two modes, or the reset that is nested in the sign-in. */
export type AuthView = AuthMode | 'forgot';

/** The line below the title: what this is for, and the way to the other mode. */
export function AuthLead({ view, onMode }: { view: AuthView; onMode: (mode: AuthMode) => void }) {
  const { t } = useTranslation('auth');
  if (view === 'forgot') return t('forgot.lead');
  const other = view === 'login' ? 'register' : 'login';
  return (
    <>
      {t(`${view}.switch`)}{' '}
      <button type="button" className="link" onClick={() => onMode(other)}>
        {t(`${view}.switchTo`)}
      </button>
    </>
  );
}

interface AuthFormsProps {
  view: AuthView;
  onView: (view: AuthView) => void;
}

/** The form of a view. */
export function AuthForms({ view, onView }: AuthFormsProps) {
  switch (view) {
    case 'login':
      return <LoginForm onForgot={() => onView('forgot')} />;
    case 'register':
      return <RegisterForm />;
    case 'forgot':
      return <ForgotForm onBack={() => onView('login')} />;
  }
}
