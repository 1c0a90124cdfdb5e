import type { Plan } from '@filemill/plans';
import { Button, type ButtonProps, Corners, cx, Icon } from '@filemill/ui';
import { FileUp, Plus } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '../../../lib/use-hydrated.js';
import { LimitsNote } from './limits-note.js';

/** `Choose Files`: opens the system's dialog; before hydration a click around it does so too. */
export function FileButton({
  onFiles,
  ref,
  ...rest
}: ButtonProps & { onFiles: (files: readonly File[]) => void; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('intake');
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    // So that the same file can be chosen again.
    if (input.current) input.current.value = '';
    if (files.length > 0) onFiles(files);
  };
  // Files that were chosen before hydration.
  useEffect(take, []);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        className="choose-asleep"
        hidden={isHydrated}
        tabIndex={-1}
        aria-hidden="true"
        onChange={take}
      />
      <Button {...rest} ref={ref} data-choose onClick={() => input.current?.click()}>
        <Icon of={Plus} />
        {t('chooseFiles')}
      </Button>
    </>
  );
}

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
