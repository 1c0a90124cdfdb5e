import { buttonClass, Icon } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../config/paths.js';
import { LocalLink } from '../../../lib/local-link.js';
import { useSearchParams } from '../../../lib/router.js';
import { useLiveAccount } from '../../../lib/use-live-account.js';
import { historyQuery } from '../api/history.js';
import { pageOf } from '../model/paging.js';
import { HistoryList } from './history-list.js';

/** All conversions of the last twelve months, twenty a page; the page is in the address. */
export function HistoryPage() {
  const { t, i18n } = useTranslation('history');
  const [search, setSearch] = useSearchParams();
  const page = pageOf(search.get('page'));
  const total = useQuery(historyQuery(page)).data?.pagination.totalCount;
  // Its events say when a row has changed.
  useLiveAccount();
  const open = (next: number) => {
    setSearch(next === 1 ? {} : { page: String(next) });
    window.scrollTo(0, 0);
  };
  return (
    <section className="page hist">
      <LocalLink className={buttonClass({ look: 'ghost', size: 'small' })} to={paths.dashboard}>
        <Icon of={ArrowLeft} />
        {t('back')}
      </LocalLink>
      <header className="hist__head">
        <h1>{t('title')}</h1>
        {total !== undefined && (
          <p className="muted">{t('total', { count: total, n: formatCount(total, i18n.language) })}</p>
        )}
      </header>
      <div className="card hist__card">
        <HistoryList page={page} onPage={open} />
      </div>
    </section>
  );
}
