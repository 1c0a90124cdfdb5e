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
  const machineShare = (percent: number) => ({
    value: formatShare(percent, language),
    percent,
    note: t('note.machine'),
  });
  const shown = (value: number | null, format: (value: number, language: string) => string) =>
    value === null ? t('unknown') : format(value, language);
  const figures: readonly FigureProps[] = [
    {
      icon: Database,
      label: t('figure.connections'),
      value: shown(status.dbConnections, formatCount),
      note: t('note.connections'),
    },
    {
      icon: Activity,
      label: t('figure.queries'),
      value: shown(status.dbQueriesPerSecond, formatDecimal),
      note: t('note.queries'),
    },
    {
      icon: HardDrive,
      label: t('figure.size'),
      value: shown(status.dbSize, formatStorage),
      note: t('note.size'),
    },
    { icon: Cpu, label: t('figure.cpu'), ...machineShare(status.cpuUsage) },
    { icon: MemoryStick, label: t('figure.memory'), ...machineShare(status.memoryUsage) },
    {
      icon: Gauge,
      label: t('figure.response'),
      value: shown(status.avgResponseTime, formatMilliseconds),
      note: t('note.response'),
    },
  ];
  return (
    <ul className="sysd">
      {figures.map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </ul>
  );
}
