import { Skeleton } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

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
