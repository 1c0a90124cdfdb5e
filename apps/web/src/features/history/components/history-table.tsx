import type { ActivityRow } from '@filemill/api';
import { type Column, Table } from '@filemill/ui';
import { formatBytes, formatDateTime, formatSeconds } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { RowFormats, RowOptions, RowResult, StatusBadge } from './row-cells.js';

/** Where there is no figure. */
const NONE = <span className="faint">–</span>;

function useColumns(): readonly Column<ActivityRow>[] {
  const { t, i18n } = useTranslation('history');
  const bytes = (value: number) => formatBytes(value, i18n.language);
  return [
    {
      id: 'formats',
      head: t('column.formats'),
      lead: true,
      cell: (row) => (
        <div>
          <RowFormats row={row} />
          <RowOptions row={row} />
        </div>
      ),
    },
    { id: 'status', head: t('column.status'), cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'original',
      head: t('column.originalSize'),
      numeric: true,
      cell: ({ originalSize }) => bytes(originalSize),
    },
    {
      id: 'converted',
      head: t('column.convertedSize'),
      numeric: true,
      cell: ({ convertedSize }) => (convertedSize === null ? NONE : bytes(convertedSize)),
    },
    {
      id: 'date',
      head: t('column.date'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt, i18n.language)}</time>,
    },
    {
      id: 'time',
      head: t('column.time'),
      numeric: true,
      cell: ({ processingTime }) =>
        processingTime === null ? NONE : formatSeconds(Number(processingTime), i18n.language),
    },
    {
      id: 'result',
      head: t('column.result'),
      numeric: true,
      cell: (row) => (row.status === 'success' ? <RowResult row={row} /> : NONE),
    },
  ];
}

/** The rows of one page. @param busy - another page is on its way */
export function HistoryTable({ rows, busy }: { rows: readonly ActivityRow[]; busy: boolean }) {
  const { t } = useTranslation('history');
  const columns = useColumns();
  return <Table label={t('title')} columns={columns} rows={rows} rowKey={({ id }) => id} busy={busy} />;
}
