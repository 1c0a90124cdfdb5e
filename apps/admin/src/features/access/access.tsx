import { buttonClass, Corners, Icon, Stone, useToasts } from '@filemill/ui';
import { type ApiError, userQuery, useSession } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { House, ShieldX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';

/** Whether the current user is an administrator. */
export type Access = 'checking' | 'denied' | 'granted';

/** Retries when the server does not answer or has an internal error. */
const MORE_TRIES = 2;

/** Asks the server who is signed in. Without a session or an answer, access is denied. */
export function useAccess(): Access {
  const session = useSession();
  const account = useQuery({
    ...userQuery(),
    enabled: session !== null,
    retry: (failures, error) => {
      const { status } = error as ApiError;
      return (status === 0 || status >= 500) && failures <= MORE_TRIES;
    },
  });
  if (session === null || account.isError) return 'denied';
  if (account.isPending) return 'checking';
  return account.data.user.isAdmin ? 'granted' : 'denied';
}

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
