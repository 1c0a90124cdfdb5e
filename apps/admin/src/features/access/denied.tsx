import { buttonClass, Corners, Icon, useToasts } from '@filemill/ui';
import { House, ShieldX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';

/** How long the denial is shown before the page goes home, ms. */
const REDIRECT_MS = 3_000;

/** Shows users who are not administrators that access is denied, then opens the home page. */
export function Denied() {
  const { t } = useTranslation();
  const { show } = useToasts();
  // Shown once: `show` changes after each toast.
  useEffect(() => {
    show('danger', t('access.denied.title'), t('access.denied.text'));
    const timer = setTimeout(() => location.assign(paths.home), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="gate">
      <div className="etile bad">
        <Corners />
        <Icon of={ShieldX} />
      </div>
      <h1>{t('access.denied.title')}</h1>
      <p className="muted">{t('access.denied.text')}</p>
      <a className={buttonClass({ look: 'accent' })} href={paths.home}>
        <Icon of={House} />
        {t('access.denied.home')}
      </a>
    </main>
  );
}
