import { useTranslation } from 'react-i18next';

/** Terms of service. */
export function Terms() {
  const { t } = useTranslation('legal');
  return (
    <section className="page sec">
      <h1>{t('terms.title')}</h1>
    </section>
  );
}
