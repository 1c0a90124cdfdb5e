import type { RecentConversions } from '@filemill/api';
import { EmptyState, Table } from '@filemill/ui';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useColumns } from './columns.js';

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
