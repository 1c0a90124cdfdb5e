import { Button, Icon, IconButton } from '@filemill/ui';
import { SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { Item, Options } from '../model/item.js';
import { optionsOf } from '../model/targets.js';
import { OptionField } from './option-field.js';

/** The settings of one file's conversion, from the JSON Schema of its output. */
export function OptionsPanel({ item, onChange }: { item: Item; onChange: (options: Options) => void }) {
  const { t } = useTranslation('convert');
  const fields = Object.entries(optionsOf(item));
  if (fields.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton size="small" label={t('options.open', { file: item.file.name })}>
          <Icon of={SlidersHorizontal} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="opts pop sheet"
          aria-label={t('options.title')}
          align="end"
          sideOffset={6}
        >
          <div className="opts__head">
            <h2>{t('options.title')}</h2>
            <Button look="ghost" size="small" onClick={() => onChange({})}>
              {t('options.reset')}
            </Button>
          </div>
          <div className="opts__body">
            {fields.map(([name, schema]) => (
              <OptionField
                key={name}
                name={name}
                schema={schema}
                value={item.options[name]}
                onChange={(value) => onChange({ ...item.options, [name]: value })}
              />
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
