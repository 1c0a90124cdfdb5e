import { useTranslation } from 'react-i18next';

/** How to use the API. */
export function Docs() {
  const { t } = useTranslation('docs');
  return (
    <section className="page sec">
      <h1>{t('title')}</h1>
    </section>
  );
}
