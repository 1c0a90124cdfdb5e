import { useTranslation } from 'react-i18next';
import { RequireLogin } from '../guards.js';

/** What somebody has used and converted; the converter. */
export function Dashboard() {
  const { t } = useTranslation('dashboard');
  return (
    <RequireLogin>
      <section className="page sec">
        <h1>{t('title')}</h1>
      </section>
    </RequireLogin>
  );
}
