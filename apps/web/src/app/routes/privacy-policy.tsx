import { useTranslation } from 'react-i18next';

/** The privacy policy at its second address. */
export function PrivacyPolicy() {
  const { t } = useTranslation('legal');
  return (
    <section className="page sec">
      <h1>{t('privacyPolicy.title')}</h1>
    </section>
  );
}
