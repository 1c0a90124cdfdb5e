import type { PlanId } from '@filemill/product';
import { Select, Switch } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../field-label.js';
import { problemText } from '../problem-text.js';
import type { Editor } from '../use-draft.js';
import { Cell } from './cell.js';

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
