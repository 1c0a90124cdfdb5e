import type { PlanId } from '@filemill/product';
import { Input, Select, Switch } from '@filemill/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '../draft/use-draft.js';
import { fieldLabel, problemText } from '../texts.js';

interface CellProps {
  /** Row and column, read aloud. */
  label: string;
  value: string;
  isChanged: boolean;
  /** Words, and not a number. */
  isText?: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** One input of the plan table. */
function Cell({ label, value, isChanged, isText = false, error, onChange }: CellProps) {
  const errorId = useId();
  return (
    <span className="cell">
      <Input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        inputMode={isText ? 'text' : 'numeric'}
        autoComplete="off"
        className={isChanged ? 'is-changed' : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error && (
        <span className="help help--error" id={errorId}>
          {error}
        </span>
      )}
    </span>
  );
}

/** Periods by which a plan's conversions are counted. */
const PERIODS = ['day', 'month'] as const;

/** The control for one field of one plan. */
export function PlanCell({ plan, field, editor }: { plan: PlanId; field: string; editor: Editor }) {
  const { t, i18n } = useTranslation('settings');
  const { draft, edit, switchApi } = editor;
  const path = `${plan}.${field}`;
  const value = draft.texts[path] ?? '';
  const label = `${fieldLabel(t, field)}, ${t(`plan.${plan}`)}`;
  if (field === 'period') {
    const options = PERIODS.map((id) => ({ value: id, label: t(`per.${id}`) }));
    return (
      <Select
        aria-label={label}
        options={options}
        value={value}
        onChange={(event) => edit(path, event.currentTarget.value)}
      />
    );
  }
  if (field === 'api') {
    const isOn = value === 'on';
    return (
      <Switch
        label={<span className="vh">{label}</span>}
        checked={isOn}
        onChange={() => switchApi(plan, !isOn)}
      />
    );
  }
  if (field.startsWith('api.') && draft.texts[`${plan}.api`] === 'off')
    return <span className="faint">–</span>;
  const problem = draft.problems[path];
  return (
    <Cell
      label={label}
      value={value}
      isText={field === 'currency'}
      isChanged={draft.changes.some((change) => change.plan === plan && change.field === field)}
      error={problem && problemText(t, problem, i18n.language)}
      onChange={(text) => edit(path, text)}
    />
  );
}
