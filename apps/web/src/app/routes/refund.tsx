import { useTranslation } from 'react-i18next';

/** Refund policy. */
export function Refund() {
  const { t } = useTranslation('legal');
  return (
    <section className="page sec">
      <h1>{t('refund.title')}</h1>
    </section>
  );
}
