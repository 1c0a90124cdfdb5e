import { Icon, Tile } from '@filemill/ui';
import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickerTarget } from '../model/picker-groups.js';
import { PickerPanel } from './picker-panel.js';
import { SheetPopover } from './sheet-popover.js';

interface FormatPickerProps {
  targets: readonly PickerTarget[];
  value: string | undefined;
  /** The format that the file has. */
  own?: string;
  onChoose: (format: string) => void;
  /** Whose format it is, read aloud before the value. */
  label: string;
  disabled?: boolean;
  /** Id of the sentence about the choice, or why it is disabled. */
  describedBy?: string;
}

/** Chooses an output format: a popover on a desktop, a sheet from below on a phone. `/` opens it too. */
export function FormatPicker({
  targets,
  value,
  own,
  onChoose,
  label,
  disabled,
  describedBy,
}: FormatPickerProps) {
  const { t } = useTranslation('convert');
  const [open, setOpen] = useState(false);
  const chosen = targets.find(({ format }) => format === value);
  return (
    <SheetPopover
      open={open}
      onOpenChange={setOpen}
      label={t('picker.title')}
      className="picker"
      trigger={
        <Popover.Trigger
          className={chosen ? 'select' : 'select select--text'}
          aria-label={`${label}: ${chosen?.format ?? t('picker.choose')}`}
          aria-describedby={describedBy}
          disabled={disabled}
          onKeyDown={(event) => {
            if (event.key !== '/') return;
            event.preventDefault();
            setOpen(true);
          }}
        >
          {chosen ? <Tile category={chosen.category}>{chosen.format}</Tile> : t('picker.choose')}
          <Icon of={ChevronDown} />
        </Popover.Trigger>
      }
    >
      <PickerPanel
        targets={targets}
        value={value}
        own={own}
        onChoose={(format) => {
          onChoose(format);
          setOpen(false);
        }}
      />
    </SheetPopover>
  );
}
