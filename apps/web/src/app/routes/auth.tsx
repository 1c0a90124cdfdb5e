import { useTranslation } from 'react-i18next';
import { RedirectIfLoggedIn } from '../guards.js';

/** Sign-in and registration. */
export function Auth() {
  const { t } = useTranslation('auth');
  return (
    <RedirectIfLoggedIn>
      <section className="page sec">
        <h1>{t('page.title')}</h1>
      </section>
    </RedirectIfLoggedIn>
  );
}
