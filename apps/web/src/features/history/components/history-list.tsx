import { buttonClass, EmptyState, ErrorState, Skeleton } from '@filemill/ui';
import { errorText } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';
import { Navigate } from '../../../lib/router.js';
import { historyQuery } from '../api/history.js';
import { lastPageInstead } from '../model/paging.js';
import { HistoryPager } from './history-pager.js';
import { HistoryTable } from './history-table.js';

/** Rows of the skeleton: about what a screen shows. */
const SKELETON_ROWS = 8;

/** One page of the history with its states. @param page - from 1 */
export function HistoryList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation(['history', 'errors', 'common']);
  const { data, error, isPlaceholderData, refetch } = useQuery(historyQuery(page));
  if (error && (!data || isPlaceholderData)) {
    return (
      <ErrorState
        title={t('error')}
        text={errorText(t, error)}
        retry={t('common:loadError.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="hist__sk" lines={SKELETON_ROWS} />;
  const last = lastPageInstead(data.pagination);
  if (last !== undefined && !isPlaceholderData) return <Navigate to={`?page=${last}`} replace />;
  if (data.pagination.totalCount === 0) {
    return (
      <EmptyState
        icon={History}
        title={t('empty')}
        text={t('emptyText')}
        action={
          <LocalLink className={buttonClass()} to={paths.dashboard}>
            {t('convert')}
          </LocalLink>
        }
      />
    );
  }
  return (
    <>
      <HistoryTable rows={data.conversions} busy={isPlaceholderData} />
      <HistoryPager pagination={data.pagination} onPage={onPage} />
    </>
  );
}
