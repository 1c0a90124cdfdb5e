import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.js';
import { Icon } from './icon.js';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent' | 'pro' | 'solidDanger';

const CLASSES: Record<BadgeTone, string> = {
  neutral: '',
  success: 'badge--success',
  warning: 'badge--warning',
  danger: 'badge--danger',
  accent: 'badge--accent',
  pro: 'badge--pro',
  solidDanger: 'badge--solid-danger',
};

/** A state in a word; its tone is never the only sign. Not clickable. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span className={cx('badge', CLASSES[tone])}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}
