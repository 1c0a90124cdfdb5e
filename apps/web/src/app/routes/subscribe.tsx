import { useTranslation } from 'react-i18next';

/** The plans, and the way to Pro. */
export function Subscribe() {
  const { t } = useTranslation('billing');
  return (
    <section className="page sec">
      <h1>{t('title')}</h1>
    </section>
  );
}
