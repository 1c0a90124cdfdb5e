import { useTranslation } from 'react-i18next';
import { RequireLogin } from '../guards.js';

/** All conversions of the last twelve months. */
export function ConversionHistory() {
  const { t } = useTranslation('history');
  return (
    <RequireLogin>
      <section className="page sec">
        <h1>{t('title')}</h1>
      </section>
    </RequireLogin>
  );
}
