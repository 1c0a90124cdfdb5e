import { Note, Switch } from '@filemill/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converter } from '../hooks/use-converter.js';
import { sharedCombinations } from '../model/combine.js';
import { choosable } from '../model/targets.js';
import { FormatPicker } from './format-picker.js';
import { OptionsPanel } from './options-panel.js';

/** Makes one file of all that are listed: the switch for it, its format and its settings. */
export function CombineBar({ converter }: { converter: Converter }) {
  const { t } = useTranslation('convert');
  const hintId = useId();
  const { items, combining, setCombining } = converter;
  const targets = sharedCombinations(items);
  if (targets.length === 0) return null;
  const chosen = targets.find(({ format }) => format === combining?.target);
  const count = choosable(items).length;
  return (
    <div className="combine">
      <Switch
        label={t('combine.switch')}
        checked={combining !== undefined}
        onChange={({ currentTarget }) => setCombining(currentTarget.checked ? { options: {} } : undefined)}
      />
      {combining && (
        <>
          <FormatPicker
            targets={targets}
            value={chosen?.format}
            label={t('combine.format')}
            describedBy={hintId}
            onChoose={(target) => setCombining({ target, options: {} })}
          />
          {chosen && (
            <OptionsPanel
              label={t('combine.options')}
              subject={t('options.forAll', { count })}
              schemas={chosen.options.properties ?? {}}
              values={combining.options}
              expect={() => undefined}
              onApply={(options) => setCombining({ ...combining, options })}
            />
          )}
          <div id={hintId}>
            <Note>{t('combine.hint')}</Note>
          </div>
        </>
      )}
    </div>
  );
}
