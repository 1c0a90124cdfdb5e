import type { AdminSystemStatus } from '@filemill/api';
import { Card, Icon, Skeleton } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { Cpu, Database, HardDrive, type LucideIcon, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatStorage } from '../../lib/format.js';
import { QueryView } from '../../lib/query-view.js';
import { systemStatusQuery } from './api.js';
import { HealthMark } from './health.js';
import { Updated } from './updated.js';

function Line({ icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} />
      <span>{label}</span>
      {children}
    </li>
  );
}

function Storage({ used, total }: { used: number | null; total: number | null }) {
  const { t, i18n } = useTranslation('system');
  if (used === null) return <span className="health">{t('unknown')}</span>;
  const bytes = (value: number) => formatStorage(value, i18n.language);
  return (
    <span className="health">
      {total === null ? bytes(used) : t('usedOf', { used: bytes(used), total: bytes(total) })}
    </span>
  );
}

function Lines({ status }: { status: AdminSystemStatus }) {
  const { t } = useTranslation('system');
  return (
    <ul className="sysl">
      <Line icon={Server} label={t('part.server')}>
        <HealthMark health={status.serverStatus} />
      </Line>
      <Line icon={Database} label={t('part.database')}>
        <HealthMark health={status.databaseStatus} />
      </Line>
      <Line icon={Cpu} label={t('part.vps')}>
        <HealthMark health={status.vpsStatus} />
      </Line>
      <Line icon={HardDrive} label={t('part.storage')}>
        <Storage used={status.storageUsed} total={status.storageTotal} />
      </Line>
    </ul>
  );
}

/** The system in four lines. */
export function StatusCard() {
  const { t } = useTranslation('system');
  const status = useQuery(systemStatusQuery);
  return (
    <Card flush title={t('status')} action={<Updated at={status.dataUpdatedAt} />}>
      <QueryView
        query={status}
        failed={t('failed')}
        skeleton={
          <div className="tsk">
            <Skeleton className="sk--row" lines={4} />
          </div>
        }
      >
        {(data) => <Lines status={data} />}
      </QueryView>
    </Card>
  );
}
