import { Card, EmptyState, Table } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPager } from '../../lib/list-pager.js';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { pageOf, useAddress } from '../../lib/use-address.js';
import { ActionDialog, type PendingAction } from './action-dialog.js';
import { usersQuery } from './api.js';
import { useColumns } from './columns.js';
import { SearchBox } from './search-box.js';

/** All users: found, upgraded, suspended. */
export function UsersTab() {
  const { t } = useTranslation('users');
  const { params, change } = useAddress();
  const search = params.get('search') ?? '';
  const users = useQuery(usersQuery(search, pageOf(params, 'page')));
  const [pending, setPending] = useState<PendingAction | null>(null);
  const columns = useColumns(setPending);
  const onSearch = useCallback(
    (text: string) => change({ search: text, page: null }, { replace: true }),
    [change],
  );
  return (
    <Card flush title={t('title')} action={<SearchBox value={search} onSearch={onSearch} />}>
      <QueryView query={users} failed={t('failed')} skeleton={<TableSkeleton rows={10} />}>
        {({ users: rows, pagination }) => (
          <>
            {rows.length === 0 ? (
              <EmptyState icon={UserSearch} title={t('empty.title')} text={search && t('empty.text')} />
            ) : (
              <Table
                label={t('title')}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                busy={users.isFetching}
              />
            )}
            <ListPager label={t('title')} pagination={pagination} onPage={(page) => change({ page })} />
          </>
        )}
      </QueryView>
      {pending && <ActionDialog pending={pending} onClose={() => setPending(null)} />}
    </Card>
  );
}
