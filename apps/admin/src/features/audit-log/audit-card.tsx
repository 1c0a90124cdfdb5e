import { AUDIT_ACTIONS } from '@filemill/product';
import { Card, EmptyState, Select, Table } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { auditLogQuery } from '../../lib/api/audit-log.js';
import { ListPager } from '../../lib/list-pager.js';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { pageOf, useAddress } from '../../lib/use-address.js';
import { useColumns } from './columns.js';

/** What administrators did: who, whom, when and why. */
export function AuditCard() {
  const { t } = useTranslation('audit');
  const { params, change } = useAddress();
  const action = AUDIT_ACTIONS.find((id) => id === params.get('action'));
  const log = useQuery(auditLogQuery(pageOf(params, 'log'), action));
  const columns = useColumns();
  const options = [
    { value: '', label: t('all') },
    ...AUDIT_ACTIONS.map((id) => ({ value: id, label: t(`action.${id}`) })),
  ];
  return (
    <Card
      flush
      title={t('title')}
      className="below"
      action={
        <Select
          aria-label={t('filter')}
          options={options}
          value={action ?? ''}
          onChange={(event) => change({ action: event.currentTarget.value, log: null }, { replace: true })}
        />
      }
    >
      <QueryView query={log} failed={t('failed')} skeleton={<TableSkeleton rows={6} />}>
        {({ entries, pagination }) => (
          <>
            {entries.length === 0 ? (
              <EmptyState icon={ScrollText} title={t('empty')} />
            ) : (
              <Table
                label={t('title')}
                columns={columns}
                rows={entries}
                rowKey={({ id }) => id}
                busy={log.isFetching}
              />
            )}
            <ListPager label={t('title')} pagination={pagination} onPage={(page) => change({ log: page })} />
          </>
        )}
      </QueryView>
    </Card>
  );
}
