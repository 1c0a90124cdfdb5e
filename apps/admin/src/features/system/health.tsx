import { cx, Icon } from '@filemill/ui';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Health } from './api.js';

const LOOKS = {
  operational: { icon: CircleCheck, look: 'ok' },
  degraded: { icon: TriangleAlert, look: 'warn' },
  down: { icon: CircleAlert, look: 'bad' },
} as const;

/** Health of a part, as icon and word. An unknown state counts as down. */
export function HealthMark({ health }: { health: Health }) {
  const { t } = useTranslation('system');
  const known = health === 'operational' || health === 'degraded' ? health : 'down';
  const { icon, look } = LOOKS[known];
  return (
    <span className={cx('health', look)}>
      <Icon of={icon} />
      {t(`health.${known}`)}
    </span>
  );
}
