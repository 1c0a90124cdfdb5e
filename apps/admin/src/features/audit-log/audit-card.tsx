import type { AuditLog } from '@filemill/api';
import { AUDIT_ACTIONS } from '@filemill/product';
import { Badge, type BadgeTone, Card, type Column, EmptyState, Select, Table } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { auditLogQuery } from '../../lib/api/audit-log.js';
import { formatMinute } from '../../lib/format.js';
import { ListPager } from '../../lib/list-pager.js';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { pageOf, useAddress } from '../../lib/use-address.js';

const TONES: Record<AuditLog['entries'][number]['outcome'], BadgeTone> = {
  done: 'success',
  begun: 'warning',
  refused: 'danger',
};

/** What the table shows of an entry. */
function useColumns(): readonly Column<AuditLog['entries'][number]>[] {
  const { t, i18n } = useTranslation('audit');
  const subjectOf = ({ subject, subjectUsername, newVersion }: AuditLog['entries'][number]): string => {
    if (subject === 'settings')
      return newVersion === null ? t('settings') : t('version', { version: newVersion });
    return subjectUsername ?? t('deletedUser');
  };
  return [
    {
      id: 'what',
      head: t('column.what'),
      lead: true,
      cell: ({ action }) => <span className="strong">{t(`action.${action}`)}</span>,
    },
    { id: 'whom', head: t('column.whom'), cell: (entry) => <span className="em">{subjectOf(entry)}</span> },
    {
      id: 'who',
      head: t('column.who'),
      cell: ({ actor }) => <span className="em">{actor.username ?? t('deletedUser')}</span>,
    },
    {
      id: 'when',
      head: t('column.when'),
      cell: ({ createdAt }) => (
        <time className="nowrap muted" dateTime={createdAt}>
          {formatMinute(createdAt, i18n.language)}
        </time>
      ),
    },
    { id: 'why', head: t('column.why'), cell: ({ reason }) => <span className="why">{reason}</span> },
    {
      id: 'outcome',
      head: t('column.outcome'),
      cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</Badge>,
    },
  ];
}

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
