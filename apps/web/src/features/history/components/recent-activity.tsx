import type { ActivityRow } from '@filemill/api';
import { buttonClass, Card, EmptyState, Icon } from '@filemill/ui';
import { formatBytes, formatDateTime, formatPercent } from '@filemill/web-client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ArrowRight, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';
import { useNow } from '../../../lib/use-now.js';
import { formatAgo } from '../model/row.js';
import { RowFormats, RowResult, StatusBadge } from './row-cells.js';

/** Progress of a conversion, 0 to 100, from the account's events; undefined before the first one. */
function useProgress(id: string): number | undefined {
  const { data } = useQuery<{ progress: number }>({ queryKey: ['conversions', id], queryFn: skipToken });
  return data?.progress || undefined;
}

/** What stands at the end of a row: how far it is, that it was not counted, or its result. */
function RowEnd({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('history');
  const progress = useProgress(row.id);
  if (row.status === 'failed') return <span className="small muted">{t('result.notCounted')}</span>;
  if (row.status === 'success') return <RowResult row={row} />;
  return progress ? <span className="strong">{formatPercent(progress)}</span> : null;
}

/** One of the newest conversions. */
function RecentRow({ row }: { row: ActivityRow }) {
  const { t, i18n } = useTranslation('history');
  const now = useNow();
  const size = formatBytes(row.originalSize, i18n.language);
  const sizes =
    row.convertedSize === null
      ? size
      : t('sizes', { from: size, to: formatBytes(row.convertedSize, i18n.language) });
  return (
    <li className="rec">
      <RowFormats row={row} />
      <span className="rec__size">{sizes}</span>
      <span className="rec__status">
        <StatusBadge status={row.status} />
      </span>
      <time
        className="rec__time small muted"
        dateTime={row.createdAt}
        title={formatDateTime(row.createdAt, i18n.language)}
      >
        {formatAgo(row.createdAt, now, i18n.language)}
      </time>
      <span className="rec__end">
        <RowEnd row={row} />
      </span>
    </li>
  );
}

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
