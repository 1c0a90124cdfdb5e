import { Card } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { newestConversionsQuery } from './api.js';
import { ConversionsTable } from './conversions-table.js';

/** The last five conversions. */
export function RecentCard() {
  const { t } = useTranslation('conversions');
  const newest = useQuery(newestConversionsQuery);
  return (
    <Card flush title={t('recent')} className="recent">
      <QueryView query={newest} failed={t('failed')} skeleton={<TableSkeleton rows={5} />}>
        {(rows) => <ConversionsTable label={t('recent')} rows={rows} busy={newest.isFetching} />}
      </QueryView>
    </Card>
  );
}
