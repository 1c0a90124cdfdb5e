import { useTranslation } from 'react-i18next';

/** Who operates the service. */
export function Legal() {
  const { t } = useTranslation('legal');
  return (
    <section className="page sec">
      <h1>{t('legal.title')}</h1>
    </section>
  );
}
