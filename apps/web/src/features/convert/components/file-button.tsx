import { Button, type ButtonProps, Icon } from '@filemill/ui';
import { Plus } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '../../../lib/use-hydrated.js';

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
