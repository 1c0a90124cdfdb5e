import type { ActivityRow } from '@filemill/api';
import { buttonClass, Card, EmptyState, Icon } from '@filemill/ui';
import { ArrowRight, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';
import { RecentRow } from './recent-row.js';

/** The newest conversions, and the way to all of them. */
export function RecentActivity({ rows }: { rows: readonly ActivityRow[] }) {
  const { t } = useTranslation('history');
  return (
    <Card
      flush
      title={t('recent.title')}
      action={
        <LocalLink className={buttonClass({ size: 'small' })} to={paths.history}>
          {t('recent.seeAll')}
          <Icon of={ArrowRight} />
        </LocalLink>
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={History} title={t('recent.empty')} text={t('recent.emptyText')} />
      ) : (
        <ul className="recs" aria-label={t('recent.title')}>
          {rows.map((row) => (
            <RecentRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  );
}
