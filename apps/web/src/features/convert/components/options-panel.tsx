import { Icon, IconButton } from '@filemill/ui';
import { SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Expectation } from '../model/expectation.js';
import type { Item, Options } from '../model/item.js';
import type { OptionSchemas } from '../model/option-fields.js';
import { OptionsForm } from './options-form.js';
import { SheetPopover } from './sheet-popover.js';

interface OptionsPanelProps {
  /** Name of the button. */
  label: string;
  /** Name of the file or format, below the title. */
  subject: string;
  schemas: OptionSchemas;
  values: Options;
  /** Expected result with these settings. */
  expect: (options: Options) => Expectation | undefined;
  onApply: (options: Options) => void;
  /** Files that have the same settings, this one among them: they can get these together. */
  alike?: () => readonly Item[];
  onApplyToAll?: (files: readonly Item[], options: Options) => void;
}

/** The button that opens the settings of a conversion; nothing if there are none. */
export function OptionsPanel(props: OptionsPanelProps) {
  const { label, subject, schemas, values, expect, onApply, alike, onApplyToAll } = props;
  const { t } = useTranslation('convert');
  const [open, setOpen] = useState(false);
  // Asked for when the panel opens: a row does not follow the other rows.
  const others = open ? alike?.() : undefined;
  if (Object.keys(schemas).length === 0) return null;
  const closing =
    <Rest extends readonly unknown[]>(act: (...given: Rest) => void) =>
    (...given: Rest) => {
      act(...given);
      setOpen(false);
    };
  return (
    <SheetPopover
      open={open}
      onOpenChange={setOpen}
      label={t('options.title')}
      className="opts"
      trigger={
        <Popover.Trigger asChild>
          <IconButton size="small" label={label}>
            <Icon of={SlidersHorizontal} />
          </IconButton>
        </Popover.Trigger>
      }
    >
      <div className="opts__head">
        <div>
          <h2>{t('options.title')}</h2>
          <p className="small muted opts__of">{subject}</p>
        </div>
      </div>
      <OptionsForm
        schemas={schemas}
        values={values}
        expect={expect}
        onApply={closing(onApply)}
        onApplyToAll={
          others && others.length > 1 && onApplyToAll
            ? closing((options: Options) => onApplyToAll(others, options))
            : undefined
        }
      />
    </SheetPopover>
  );
}
