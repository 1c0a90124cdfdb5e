import { useTranslation } from 'react-i18next';

/** How to reach the people behind the service. */
export function Contact() {
  const { t } = useTranslation('contact');
  return (
    <section className="page sec">
      <h1>{t('title')}</h1>
    </section>
  );
}
