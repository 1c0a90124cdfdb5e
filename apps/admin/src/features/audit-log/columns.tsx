import type { AuditLog } from '@filemill/api';
import { Badge, type BadgeTone, type Column } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { formatMinute } from '../../lib/format.js';

const TONES: Record<AuditLog['entries'][number]['outcome'], BadgeTone> = {
  done: 'success',
  begun: 'warning',
  refused: 'danger',
};

/** What the table shows of an entry. */
export function useColumns(): readonly Column<AuditLog['entries'][number]>[] {
  const { t, i18n } = useTranslation('audit');
  const subjectOf = ({ subject, subjectUsername, newVersion }: AuditLog['entries'][number]): string => {
    if (subject === 'settings')
      return newVersion === null ? t('settings') : t('version', { version: newVersion });
    return subjectUsername ?? t('deletedUser');
  };
  return [
    {
      id: 'what',
      head: t('column.what'),
      lead: true,
      cell: ({ action }) => <span className="strong">{t(`action.${action}`)}</span>,
    },
    { id: 'whom', head: t('column.whom'), cell: (entry) => <span className="em">{subjectOf(entry)}</span> },
    {
      id: 'who',
      head: t('column.who'),
      cell: ({ actor }) => <span className="em">{actor.username ?? t('deletedUser')}</span>,
    },
    {
      id: 'when',
      head: t('column.when'),
      cell: ({ createdAt }) => (
        <time className="nowrap muted" dateTime={createdAt}>
          {formatMinute(createdAt, i18n.language)}
        </time>
      ),
    },
    { id: 'why', head: t('column.why'), cell: ({ reason }) => <span className="why">{reason}</span> },
    {
      id: 'outcome',
      head: t('column.outcome'),
      cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</Badge>,
    },
  ];
}
