import { useTranslation } from 'react-i18next';

/** Privacy policy, in short and in full. */
export function Privacy() {
  const { t } = useTranslation('legal');
  return (
    <section className="page sec">
      <h1>{t('privacy.title')}</h1>
    </section>
  );
}
