import type { AdminSystemStatus } from '@filemill/api';
import { Icon, Meter } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { Activity, Cpu, Database, Gauge, HardDrive, type LucideIcon, MemoryStick } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDecimal, formatMilliseconds, formatShare, formatStorage } from '../../lib/format.js';

interface FigureProps {
  icon: LucideIcon;
  label: string;
  value: string;
  /** Share of the machine, 0 to 100, for a bar. */
  percent?: number;
  note: string;
}

function Figure({ icon, label, value, percent, note }: FigureProps) {
  return (
    <li className="card">
      <h3 className="kpi__l">
        <Icon of={icon} />
        {label}
      </h3>
      <p className="fig">{value}</p>
      {percent !== undefined && <Meter value={percent} max={100} label={label} valueText={value} />}
      <p className="small muted">{note}</p>
    </li>
  );
}

/** The six figures of the specification. */
export function Figures({ status }: { status: AdminSystemStatus }) {
  const { t, i18n } = useTranslation('system');
  const { language } = i18n;
  const shown = (value: number | null, format: (value: number, language: string) => string) =>
    value === null ? t('unknown') : format(value, language);
  return (
    <ul className="sysd">
      <Figure
        icon={Database}
        label={t('figure.connections')}
        value={shown(status.dbConnections, formatCount)}
        note={t('note.connections')}
      />
      <Figure
        icon={Activity}
        label={t('figure.queries')}
        value={shown(status.dbQueriesPerSecond, formatDecimal)}
        note={t('note.queries')}
      />
      <Figure
        icon={HardDrive}
        label={t('figure.size')}
        value={shown(status.dbSize, formatStorage)}
        note={t('note.size')}
      />
      <Figure
        icon={Cpu}
        label={t('figure.cpu')}
        value={formatShare(status.cpuUsage, language)}
        percent={status.cpuUsage}
        note={t('note.machine')}
      />
      <Figure
        icon={MemoryStick}
        label={t('figure.memory')}
        value={formatShare(status.memoryUsage, language)}
        percent={status.memoryUsage}
        note={t('note.machine')}
      />
      <Figure
        icon={Gauge}
        label={t('figure.response')}
        value={shown(status.avgResponseTime, formatMilliseconds)}
        note={t('note.response')}
      />
    </ul>
  );
}
