import { Skeleton } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../lib/query-view.js';
import { systemStatusQuery } from './api.js';
import { Figures } from './figures.js';
import { Queues, Services } from './parts.js';
import { Updated } from './updated.js';

/** The machine, the database, services and queues, read anew every 30 s. */
export function SystemTab() {
  const { t } = useTranslation('system');
  const status = useQuery(systemStatusQuery);
  return (
    <QueryView
      query={status}
      failed={t('failed')}
      skeleton={
        <div className="sysd">
          <Skeleton className="sk--tile" lines={6} />
        </div>
      }
    >
      {(data) => (
        <>
          <div className="sys__h">
            <h2>{t('title')}</h2>
            <Updated at={status.dataUpdatedAt} />
          </div>
          <Figures status={data} />
          <div className="two">
            <Services services={data.services} />
            <Queues queues={data.queues} />
          </div>
        </>
      )}
    </QueryView>
  );
}
