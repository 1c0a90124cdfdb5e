import { Button, type ButtonProps, Icon } from '@filemill/ui';
import { Plus } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** `Choose Files`: opens the system's dialog. */
export function FileButton({
  onFiles,
  ref,
  ...rest
}: ButtonProps & { onFiles: (files: readonly File[]) => void; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('convert');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that the same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button {...rest} ref={ref} data-choose onClick={() => input.current?.click()}>
        <Icon of={Plus} />
        {t('chooseFiles')}
      </Button>
    </>
  );
}
