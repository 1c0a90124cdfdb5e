import type { Plan } from '@filemill/plans';
import { Corners, cx, Icon } from '@filemill/ui';
import { FileUp } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from './file-button.js';
import { LimitsNote } from './limits-note.js';

/** A click anywhere opens the dialog, by mouse; keys and readers meet only the button. */
export const clickThrough = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  if (target instanceof Element && target.closest('button, a, input')) return;
  currentTarget.querySelector<HTMLElement>('[data-choose]')?.click();
};

interface DropProps {
  /** Files being dragged over the page. */
  dragged: number;
  disabled: boolean;
  /** The plan of the current caller. */
  plan: Plan | undefined;
  onFiles: (files: readonly File[]) => void;
}

/** The large drop zone of the intro view. */
export function IntroDrop({
  dragged,
  disabled,
  plan,
  onFiles,
  children,
}: DropProps & { children: ReactNode }) {
  const { t } = useTranslation('intake');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside does the same by key
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse, the button is the control
    <div className={cx('drop drop--hero', dragged > 0 && 'is-over')} onClick={clickThrough}>
      <Corners />
      {children}
      <h2>{dragged > 0 ? t('drop.release', { count: dragged }) : t('drop.title')}</h2>
      <FileButton look="accent" size="large" disabled={disabled} onFiles={onFiles} />
      <p className="small muted">
        <LimitsNote plan={plan} />
      </p>
    </div>
  );
}

/** The slim drop zone above the list. */
export function SlimDrop({ dragged, disabled, plan, onFiles, listed }: DropProps & { listed: number }) {
  const { t } = useTranslation('intake');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside does the same by key
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse, the button is the control
    <div className={cx('drop drop--slim', dragged > 0 && 'is-over')} onClick={clickThrough}>
      <Corners />
      <span className="dropic">
        <Icon of={FileUp} />
      </span>
      <p>
        <b className="strong">{dragged > 0 ? t('drop.release', { count: dragged }) : t('drop.more')}</b>
        <span className="small muted block">
          <LimitsNote plan={plan} listed={listed} />
        </span>
      </p>
      <FileButton disabled={disabled} onFiles={onFiles} />
    </div>
  );
}
