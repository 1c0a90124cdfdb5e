import type { OptionValue } from '@filemill/api';
import { Button, useCssVariable } from '@filemill/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionTexts } from '../../../lib/use-option-texts.js';
import type { OptionFieldSpec } from '../model/option-fields.js';

interface OptionSliderProps {
  spec: OptionFieldSpec;
  label: string;
  hint: string | undefined;
  value: OptionValue | undefined;
  onChange: (value: OptionValue | undefined) => void;
}

/** A number between two ends, which are named in words. Without a default the engine chooses until it is moved. */
export function OptionSlider({ spec, label, hint, value, onChange }: OptionSliderProps) {
  const { t } = useTranslation('convert');
  const texts = useOptionTexts();
  const id = useId();
  const { name, schema } = spec;
  const { minimum = 0, maximum = 100, unit = '' } = schema;
  const shown = typeof value === 'number' ? value : Math.round((minimum + maximum) / 2);
  const track = useCssVariable('--v', `${(100 * (shown - minimum)) / (maximum - minimum)}%`);
  return (
    <div className="opt">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        <span className="mono">{value === undefined ? t('options.auto') : `${value} ${unit}`.trim()}</span>
      </div>
      <div className="range" ref={track} data-auto={value === undefined || undefined}>
        <input
          id={id}
          type="range"
          min={minimum}
          max={maximum}
          step={schema.multipleOf ?? (schema.type === 'integer' ? 1 : 'any')}
          value={shown}
          aria-valuetext={value === undefined ? t('options.auto') : `${value} ${unit}`.trim()}
          aria-describedby={hint && `${id}-hint`}
          onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
      </div>
      <p className="ends2">
        <span>{texts.low(name, schema)}</span>
        {value !== undefined && schema.default === undefined && (
          <Button look="ghost" size="small" onClick={() => onChange(undefined)}>
            {t('options.toAuto')}
          </Button>
        )}
        <span>{texts.high(name, schema)}</span>
      </p>
      {hint && (
        <p className="help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
