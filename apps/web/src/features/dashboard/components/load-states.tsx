import { buttonClass, ErrorState, Icon, Skeleton } from '@filemill/ui';
import { House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';

/** The geometry of the dashboard while the user is being read. */
export function DashboardSkeleton() {
  const { t } = useTranslation('dashboard');
  return (
    <section className="page dash" aria-busy="true">
      <h1 className="vh">{t('title')}</h1>
      <Skeleton className="dash__sk dash__sk--who" />
      <div className="dgrid">
        <Skeleton className="dash__sk dash__sk--use" />
        <Skeleton className="dash__sk dash__sk--side" lines={2} />
      </div>
      <Skeleton className="dash__sk dash__sk--tab" />
    </section>
  );
}

/** Replaces the dashboard while the user cannot be read; reading is retried automatically. */
export function LoadError() {
  const { t } = useTranslation('dashboard');
  return (
    <section className="page dash">
      <div className="card dash__error">
        <ErrorState
          isPage
          title={t('error.title')}
          text={t('error.text')}
          action={
            <LocalLink className={buttonClass({ look: 'accent' })} to={paths.home}>
              <Icon of={House} />
              {t('error.home')}
            </LocalLink>
          }
        />
      </div>
    </section>
  );
}
