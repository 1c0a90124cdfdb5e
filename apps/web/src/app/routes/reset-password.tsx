import { useTranslation } from 'react-i18next';

/** A new password, by a link from a mail. */
export function ResetPassword() {
  const { t } = useTranslation('auth');
  return (
    <section className="page sec">
      <h1>{t('reset.title')}</h1>
    </section>
  );
}
