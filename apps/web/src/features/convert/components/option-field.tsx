import type { OptionValue } from '@filemill/api';
import { Field, Input, Segments, Select, Switch } from '@filemill/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionTexts } from '../../../lib/use-option-texts.js';
import { type OptionFieldSpec, violationOf } from '../model/option-fields.js';
import { OptionSlider } from './option-slider.js';

interface OptionFieldProps {
  spec: OptionFieldSpec;
  /** Undefined if the engine chooses. */
  value: OptionValue | undefined;
  onChange: (value: OptionValue | undefined) => void;
}

/** The message for an invalid value. */
function useViolationText({ spec, value }: Pick<OptionFieldProps, 'spec' | 'value'>): string | undefined {
  const { t } = useTranslation('convert');
  const violation = violationOf(value, spec);
  if (!violation) return undefined;
  const unit = spec.schema.unit ? ` ${spec.schema.unit}` : '';
  const { min, max, nearest, maxLength } = violation;
  if (maxLength !== undefined) return t('options.tooLong', { count: maxLength });
  if (nearest === undefined) return t('options.notThis');
  const near = t('options.nearest', { value: nearest });
  if (min !== undefined && max !== undefined) return `${t('options.range', { min, max, unit })} ${near}`;
  if (min !== undefined) return `${t('options.atLeast', { min, unit })} ${near}`;
  return max === undefined ? near : `${t('options.atMost', { max, unit })} ${near}`;
}

/** One setting, rendered from its JSON Schema, with its description below. */
export function OptionField({ spec, value, onChange }: OptionFieldProps) {
  const { t } = useTranslation('convert');
  const texts = useOptionTexts();
  const hintId = useId();
  const { name, schema, look, choices } = spec;
  const present = value ?? schema.default;
  const label = texts.name(name, schema);
  const hint = texts.help(name, schema) || undefined;
  const error = useViolationText({ spec, value });
  const options = choices.map((choice) => ({ value: choice, label: texts.value(name, choice) }));
  const typed = (choice: string): OptionValue | undefined =>
    schema.enum?.find((word) => String(word) === choice) ?? (choice === '' ? undefined : choice);

  const help = hint && (
    <p className="help" id={hintId}>
      {hint}
    </p>
  );

  if (look === 'switch') {
    return (
      <div className="opt">
        <Switch
          label={label}
          checked={present === true}
          aria-describedby={hint && hintId}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {help}
      </div>
    );
  }
  if (look === 'segments' && present !== undefined) {
    return (
      <div className="opt">
        <p className="label">{label}</p>
        <Segments
          label={label}
          options={options}
          value={String(present)}
          onChange={(choice) => onChange(typed(choice))}
          describedBy={hint && hintId}
        />
        {help}
      </div>
    );
  }
  if (look === 'slider') return <OptionSlider {...{ spec, label, hint, value: present, onChange }} />;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        choices.length > 0 ? (
          <Select
            {...control}
            options={present === undefined ? [{ value: '', label: t('options.auto') }, ...options] : options}
            value={String(present ?? '')}
            onChange={({ currentTarget }) => onChange(typed(currentTarget.value))}
          />
        ) : (
          <Input
            {...control}
            type={look === 'number' ? 'number' : 'text'}
            step={schema.type === 'number' ? 'any' : schema.multipleOf}
            placeholder={t('options.auto')}
            value={present === undefined ? '' : String(present)}
            trail={schema.unit && <span className="muted small">{schema.unit}</span>}
            onChange={({ currentTarget: { value: text, valueAsNumber } }) => {
              if (text === '') onChange(undefined);
              else onChange(look === 'number' ? valueAsNumber : text);
            }}
          />
        )
      }
    </Field>
  );
}
