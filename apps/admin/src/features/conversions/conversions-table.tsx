import type { RecentConversions } from '@filemill/api';
import { CategoryMark, type Column, EmptyState, Table, Tile } from '@filemill/ui';
import { formatBytes, splitName } from '@filemill/web-client';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMinute } from '../../lib/format.js';
import { StatusBadge } from './status-badge.js';

/** Shown for a name that was erased with its file. */
const NO_NAME = '–';

function FileName({ name }: { name: string | null }) {
  if (name === null) return <span className="faint">{NO_NAME}</span>;
  const { stem, ending } = splitName(name);
  return (
    <span className="fname" title={name}>
      <b>{stem}</b>
      <i>{ending}</i>
    </span>
  );
}

/** What the tables show of a conversion. */
function useColumns(): readonly Column<RecentConversions[number]>[] {
  const { t, i18n } = useTranslation('conversions');
  return [
    {
      id: 'file',
      head: t('column.file'),
      lead: true,
      cell: ({ conversionType, originalFileName }) => (
        <span className="cf">
          <CategoryMark small category={conversionType} />
          <FileName name={originalFileName} />
        </span>
      ),
    },
    {
      id: 'user',
      head: t('column.user'),
      cell: ({ user }) =>
        user ? (
          <span className="em">{user.username}</span>
        ) : (
          <span className="faint">{t('unknownUser')}</span>
        ),
    },
    {
      id: 'type',
      head: t('column.type'),
      cell: ({ conversionType }) => <span className="muted">{t(`common:categories.${conversionType}`)}</span>,
    },
    {
      id: 'format',
      head: t('column.format'),
      cell: ({ conversionType, outputFormat }) => <Tile category={conversionType}>{outputFormat}</Tile>,
    },
    {
      id: 'size',
      head: t('column.size'),
      numeric: true,
      cell: ({ originalSize }) => <span className="nowrap">{formatBytes(originalSize, i18n.language)}</span>,
    },
    {
      id: 'date',
      head: t('column.date'),
      cell: ({ createdAt }) => (
        <time className="nowrap muted" dateTime={createdAt}>
          {formatMinute(createdAt, i18n.language)}
        </time>
      ),
    },
    { id: 'status', head: t('column.status'), cell: ({ status }) => <StatusBadge status={status} /> },
  ];
}

interface ConversionsTableProps {
  label: string;
  rows: readonly RecentConversions[number][];
  busy: boolean;
}

/** Conversions in a table; the specification's sentence where there are none. */
export function ConversionsTable({ label, rows, busy }: ConversionsTableProps) {
  const { t } = useTranslation('conversions');
  const columns = useColumns();
  if (rows.length === 0) return <EmptyState icon={RefreshCw} title={t('empty')} />;
  return <Table label={label} columns={columns} rows={rows} rowKey={({ id }) => id} busy={busy} />;
}
