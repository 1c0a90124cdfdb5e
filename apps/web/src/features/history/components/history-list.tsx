import type { HistoryPage } from '@filemill/api';
import { buttonClass, EmptyState, ErrorState, Pager, Skeleton } from '@filemill/ui';
import { errorText, formatCount } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';
import { Navigate } from '../../../lib/router.js';
import { historyQuery } from '../api/history.js';
import { lastPageInstead, shownRange } from '../model/paging.js';
import { HistoryTable } from './history-table.js';

/** Leads through the pages. */
function HistoryPager({
  pagination,
  onPage,
}: {
  pagination: HistoryPage['data']['pagination'];
  onPage: (page: number) => void;
}) {
  const { t, i18n } = useTranslation('history');
  const { totalCount, totalPages, currentPage } = pagination;
  const { from, to } = shownRange(pagination);
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <Pager
      page={currentPage}
      pageCount={totalPages}
      summary={t('pager.summary', {
        count: totalCount,
        from: count(from),
        to: count(to),
        total: count(totalCount),
      })}
      labels={{
        nav: t('pager.nav'),
        previous: t('pager.previous'),
        next: t('pager.next'),
        page: (page) => t('pager.page', { page: count(page) }),
      }}
      onPage={onPage}
    />
  );
}

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
