import { Icon } from '@filemill/ui';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionSchema } from '../../../lib/api/catalogue.js';

type Value = string | number | boolean;

export interface OptionFieldProps {
  name: string;
  schema: OptionSchema;
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** Middle of a range, shown while the engine chooses. */
const middle = ({ minimum = 0, maximum = 100 }: OptionSchema): number => Math.round((minimum + maximum) / 2);

function Control({ id, schema, value, onChange }: Omit<OptionFieldProps, 'name'> & { id: string }) {
  if (schema.enum) {
    return (
      <span className="select select--text full option__select">
        <select id={id} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value)}>
          {value === undefined && <option value="" />}
          {schema.enum.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
        <Icon of={ChevronDown} />
      </span>
    );
  }
  if (schema.type === 'boolean') {
    return (
      <input
        id={id}
        className="switch"
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  const { minimum = 0, maximum = 100 } = schema;
  const shown = typeof value === 'number' ? value : middle(schema);
  const share = (100 * (shown - minimum)) / (maximum - minimum);
  return (
    <div className="range" style={{ '--v': `${share}%` }}>
      <input
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        value={shown}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

/** One setting, drawn from its JSON Schema: a slider, a choice or a switch, with what it does below. */
export function OptionField({ name, schema, value, onChange }: OptionFieldProps) {
  const { t } = useTranslation('convert');
  const id = useId();
  const present = value ?? schema.default;
  return (
    <div className="opt">
      <label className="label" htmlFor={id}>
        {t(`options.names.${name}`, { defaultValue: name })}
        <output className="mono" htmlFor={id}>
          {present === undefined ? t('options.auto') : String(present)}
        </output>
      </label>
      <Control id={id} schema={schema} value={present} onChange={onChange} />
      {schema.description && <p className="help">{schema.description}</p>}
    </div>
  );
}
