import { HEALTHS, type Health } from '@filemill/product';
import { cx, Icon } from '@filemill/ui';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const LOOKS = {
  operational: { icon: CircleCheck, look: 'ok' },
  degraded: { icon: TriangleAlert, look: 'warn' },
  down: { icon: CircleAlert, look: 'bad' },
} as const satisfies Record<Health, unknown>;

/** Health of a part, as icon and word. An unknown state counts as down. */
export function HealthMark({ health }: { health: string }) {
  const { t } = useTranslation('system');
  const known = HEALTHS.find((one) => one === health) ?? 'down';
  const { icon, look } = LOOKS[known];
  return (
    <span className={cx('health', look)}>
      <Icon of={icon} />
      {t(`health.${known}`)}
    </span>
  );
}
