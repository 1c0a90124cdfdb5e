import type { ActivityRow } from '@filemill/api';
import { formatBytes, formatDateTime, formatPercent } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/use-now.js';
import { useProgress } from '../hooks/use-progress.js';
import { formatAgo } from '../model/ago.js';
import { RowFormats } from './row-formats.js';
import { RowResult } from './row-result.js';
import { StatusBadge } from './status-badge.js';

/** What stands at the end of a row: how far it is, that it was not counted, or its result. */
function RowEnd({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('history');
  const progress = useProgress(row.id);
  if (row.status === 'failed') return <span className="small muted">{t('result.notCounted')}</span>;
  if (row.status === 'success') return <RowResult row={row} />;
  return progress ? <span className="strong">{formatPercent(progress)}</span> : null;
}

/** One of the newest conversions. */
export function RecentRow({ row }: { row: ActivityRow }) {
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
