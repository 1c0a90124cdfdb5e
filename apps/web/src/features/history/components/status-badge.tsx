import type { ActivityRow } from '@filemill/api';
import { Badge, type BadgeTone } from '@filemill/ui';
import { CircleAlert, CircleCheck, type LucideIcon, Timer } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const LOOKS: Record<ActivityRow['status'], { tone: BadgeTone; icon: LucideIcon }> = {
  success: { tone: 'success', icon: CircleCheck },
  pending: { tone: 'accent', icon: Timer },
  failed: { tone: 'danger', icon: CircleAlert },
};

/** The status of a conversion. */
export function StatusBadge({ status }: Pick<ActivityRow, 'status'>) {
  const { t } = useTranslation('history');
  return (
    <Badge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}
