import { cx, Icon } from '@filemill/ui';
import { BadgeCheck, ShieldCheck, Trash2, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RETENTION_HOURS } from '../../config/retention.js';

/** Only the two ends have a time: what lies between differs from file to file. */
const STEPS = [
  { id: 'upload', icon: Upload, time: '0:00' },
  { id: 'convert', icon: ShieldCheck },
  { id: 'check', icon: BadgeCheck },
  { id: 'delete', icon: Trash2, time: `${RETENTION_HOURS * 60}:00` },
] as const;

/** What happens to a file, from the drop to its deletion. */
export function HourStory() {
  const { t } = useTranslation('home');
  return (
    <ol className="hour">
      {STEPS.map(({ id, icon, ...step }) => (
        <li key={id} className={cx(id === 'delete' && 'is-end')}>
          <div className="hour__t">
            <span className="hour__dot">
              <Icon of={icon} />
            </span>
            {'time' in step && <time>{step.time}</time>}
          </div>
          <h3>{t(`story.${id}.title`)}</h3>
          <p>{t(`story.${id}.text`)}</p>
        </li>
      ))}
    </ol>
  );
}
