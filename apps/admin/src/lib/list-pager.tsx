import type { Pagination } from '@filemill/api';
import { Pager } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';

interface ListPagerProps {
  /** Name of the list. */
  label: string;
  pagination: Pagination;
  onPage: (page: number) => void;
}

/** Buttons for the pages of a list; nothing if it has at most one page. */
export function ListPager({ label, pagination, onPage }: ListPagerProps) {
  const { t, i18n } = useTranslation();
  const { totalCount, totalPages, currentPage, itemsPerPage } = pagination;
  if (totalCount === 0) return null;
  const from = Math.min((currentPage - 1) * itemsPerPage + 1, totalCount);
  const summary = t('pager.summary', {
    count: totalCount,
    from: formatCount(from, i18n.language),
    to: formatCount(Math.min(currentPage * itemsPerPage, totalCount), i18n.language),
    total: formatCount(totalCount, i18n.language),
  });
  return (
    <Pager
      page={currentPage}
      pageCount={totalPages}
      summary={summary}
      labels={{
        nav: t('pager.nav', { list: label }),
        previous: t('pager.previous'),
        next: t('pager.next'),
        page: (page) => t('pager.page', { page: formatCount(page, i18n.language) }),
      }}
      onPage={onPage}
    />
  );
}
