import type { HistoryPage } from '@filemill/api';
import { Pager } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { shownRange } from '../model/paging.js';

/** Leads through the pages. */
export function HistoryPager({
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
