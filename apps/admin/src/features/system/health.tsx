import { cx, Icon } from '@filemill/ui';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Health } from './api.js';

const LOOKS = {
  operational: { icon: CircleCheck, look: 'ok' },
  degraded: { icon: TriangleAlert, look: 'warn' },
  down: { icon: CircleAlert, look: 'bad' },
} as const;

/** How a part does, as icon and word. What is not known to do well is down. */
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
