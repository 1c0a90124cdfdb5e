import type { Settings } from '@filemill/api';
import { Badge, Button, Card, type Column, Table, useToasts } from '@filemill/ui';
import { errorText, formatCount } from '@filemill/web-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditLogQuery } from '../../../lib/api/audit-log.js';
import { formatMinute } from '../../../lib/format.js';
import { ListPager } from '../../../lib/list-pager.js';
import { QueryView } from '../../../lib/query-view.js';
import { TableSkeleton } from '../../../lib/table-skeleton.js';
import { versionQuery } from '../api.js';
import { type VersionRow, versionRows } from './versions.js';

interface VersionHistoryProps {
  /** The version in force. */
  current: number;
  onLoad: (plans: Settings['plans']) => void;
}

/** Who has changed the plan table, when and why; each version can be loaded into the inputs again. */
export function VersionHistory({ current, onLoad }: VersionHistoryProps) {
  const { t, i18n } = useTranslation('settings');
  const { show } = useToasts();
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const log = useQuery(auditLogQuery(page, 'put_settings'));
  const load = async (version: number) => {
    try {
      onLoad((await queries.fetchQuery(versionQuery(version))).plans);
    } catch (error) {
      show('danger', t('common:error'), `${t('history.loadFailed')}. ${errorText(t, error)}`);
    }
  };
  const columns: readonly Column<VersionRow>[] = [
    {
      id: 'version',
      head: t('history.version'),
      lead: true,
      cell: ({ version }) => t('version', { version: formatCount(version, i18n.language) }),
    },
    {
      id: 'when',
      head: t('history.when'),
      cell: ({ madeAt }) =>
        madeAt ? <time dateTime={madeAt}>{formatMinute(madeAt, i18n.language)}</time> : '–',
    },
    { id: 'who', head: t('history.who'), cell: ({ madeBy }) => madeBy ?? '–' },
    {
      id: 'why',
      head: t('history.why'),
      cell: ({ reason }) => <span className="why">{reason ?? t('history.first')}</span>,
    },
    {
      id: 'actions',
      head: t('history.actions'),
      numeric: true,
      actions: true,
      cell: ({ version }) =>
        version === current ? (
          <Badge tone="success">{t('history.current')}</Badge>
        ) : (
          <span className="acts__in">
            <Button
              size="small"
              aria-label={t('history.loadLabel', { version: formatCount(version, i18n.language) })}
              onClick={() => void load(version)}
            >
              {t('history.load')}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <Card flush title={t('history.title')} className="below">
      <QueryView query={log} failed={t('history.failed')} skeleton={<TableSkeleton rows={3} />}>
        {({ entries, pagination }) => (
          <>
            <Table
              label={t('history.title')}
              columns={columns}
              rows={versionRows(entries, !pagination.hasNextPage)}
              rowKey={({ version }) => version}
              busy={log.isFetching}
            />
            <ListPager label={t('history.title')} pagination={pagination} onPage={setPage} />
          </>
        )}
      </QueryView>
    </Card>
  );
}
