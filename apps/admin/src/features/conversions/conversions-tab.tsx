import { Button, Card, Icon, IconButton } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../lib/query-view.js';
import { TableSkeleton } from '../../lib/table-skeleton.js';
import { conversionsQuery } from './api.js';
import { ConversionsTable } from './conversions-table.js';

/** Conversions of all owners, newest first; older ones are added at the end. */
export function ConversionsTab() {
  const { t, i18n } = useTranslation('conversions');
  const list = useInfiniteQuery(conversionsQuery);
  return (
    <Card
      flush
      title={t('title')}
      action={
        <IconButton label={t('refresh')} onClick={() => void list.refetch()}>
          <Icon of={RefreshCw} />
        </IconButton>
      }
    >
      <QueryView query={list} failed={t('failed')} skeleton={<TableSkeleton rows={10} />}>
        {({ pages }) => {
          const rows = pages.flat();
          return (
            <>
              <ConversionsTable label={t('title')} rows={rows} busy={list.isFetching} />
              {rows.length > 0 && (
                <div className="pager">
                  <span aria-live="polite">
                    {t('shown', { count: rows.length, shown: formatCount(rows.length, i18n.language) })}
                  </span>
                  {list.hasNextPage && (
                    <Button
                      size="small"
                      aria-busy={list.isFetchingNextPage || undefined}
                      onClick={() => void list.fetchNextPage()}
                    >
                      <Icon of={ChevronDown} />
                      {t('older')}
                    </Button>
                  )}
                </div>
              )}
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}
