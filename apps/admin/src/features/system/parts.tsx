import type { AdminSystemStatus } from '@filemill/api';
import { Card, type Column, Table } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { HealthMark } from './health.js';

/** Each service with its state. */
export function Services({ services }: Pick<AdminSystemStatus, 'services'>) {
  const { t } = useTranslation('system');
  const columns: readonly Column<AdminSystemStatus['services'][number]>[] = [
    { id: 'name', head: t('column.service'), lead: true, cell: ({ name }) => name },
    { id: 'status', head: t('column.status'), cell: ({ status }) => <HealthMark health={status} /> },
  ];
  return (
    <Card flush title={t('services')}>
      <Table label={t('services')} columns={columns} rows={services} rowKey={({ name }) => name} />
    </Card>
  );
}

/** What waits and runs in each lane of the queue. */
export function Queues({ queues }: Pick<AdminSystemStatus, 'queues'>) {
  const { t, i18n } = useTranslation('system');
  const figure = (id: 'waiting' | 'active' | 'slots'): Column<AdminSystemStatus['queues'][number]> => ({
    id,
    head: t(`column.${id}`),
    numeric: true,
    cell: (queue) => formatCount(queue[id], i18n.language),
  });
  const columns: readonly Column<AdminSystemStatus['queues'][number]>[] = [
    {
      id: 'name',
      head: t('column.lane'),
      lead: true,
      cell: ({ name }) => t(`common:categories.${name}`, name),
    },
    figure('waiting'),
    figure('active'),
    figure('slots'),
  ];
  return (
    <Card flush title={t('queues')}>
      <Table label={t('queues')} columns={columns} rows={queues} rowKey={({ name }) => name} />
    </Card>
  );
}
