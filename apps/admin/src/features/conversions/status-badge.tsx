import { CONVERSION_STATUSES, type ConversionStatus } from '@filemill/product';
import { Badge, type BadgeTone } from '@filemill/ui';
import { Ban, Check, CircleAlert, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The status to show: `success` is shown as completed, and an unknown status as failed. */
export function shownStatus(status: string): ConversionStatus {
  if (status === 'success') return 'completed';
  return CONVERSION_STATUSES.find((known) => known === status) ?? 'failed';
}

const LOOKS: Record<ConversionStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  completed: { tone: 'success', icon: Check },
  pending: { tone: 'neutral', icon: Clock },
  converting: { tone: 'accent', icon: LoaderCircle },
  cancelled: { tone: 'danger', icon: Ban },
  failed: { tone: 'danger', icon: CircleAlert },
};

/** The status of a conversion. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation('conversions');
  const shown = shownStatus(status);
  const { tone, icon } = LOOKS[shown];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`status.${shown}`)}
    </Badge>
  );
}
