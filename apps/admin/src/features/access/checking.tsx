import { Stone } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

/** While the server is asked who is signed in. */
export function Checking() {
  const { t } = useTranslation();
  return (
    <main className="gate" role="status">
      <Stone className="gate__stone spin" />
      <p>{t('access.checking')}</p>
    </main>
  );
}
