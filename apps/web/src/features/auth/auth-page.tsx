import { LogoMark } from '@filemill/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../lib/router.js';
import type { AuthMode } from '../../lib/use-auth-dialog.js';
import { useHydrated } from '../../lib/use-hydrated.js';
import { AuthForms, AuthLead } from './auth-forms.js';

/** The same forms as a page of their own; the mode is in the address. */
export function AuthPage() {
  const { t } = useTranslation('auth');
  const isHydrated = useHydrated();
  const [search, setSearch] = useSearchParams();
  const [isForgot, setForgot] = useState(false);
  const mode: AuthMode = isHydrated && search.get('mode') === 'register' ? 'register' : 'login';
  const view = isForgot ? 'forgot' : mode;
  const choose = (next: AuthMode) => {
    setForgot(false);
    setSearch(next === 'register' ? { mode: next } : {}, { replace: true });
  };
  return (
    <section className="page auth">
      <div className="dialog auth__card">
        <LogoMark className="dialog__mark" />
        <h1>{t(`${view}.title`)}</h1>
        <p className="muted">
          <AuthLead view={view} onMode={choose} />
        </p>
        <AuthForms
          key={view}
          view={view}
          onView={(next) => (next === 'forgot' ? setForgot(true) : choose(next))}
        />
      </div>
    </section>
  );
}
