import type { ReactNode } from 'react';
import { cx } from './cx.js';
import { Icon } from './icon.js';
import type { Tone } from './toast-state.js';
import { TONE_ICONS } from './tone-icons.js';

const CLASSES: Record<Tone, string> = {
  info: '',
  success: '',
  warning: 'note--warning',
  danger: 'note--danger',
};

/** A remark in a tinted box; an error is read aloud at once. */
export function Note({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={cx('note', CLASSES[tone])} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon of={TONE_ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}
