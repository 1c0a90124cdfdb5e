import type { Settings } from '@filemill/api';
import { USER_PLAN_IDS } from '@filemill/product';
import { Badge, Card, Field, Input } from '@filemill/ui';
import { formatCount } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { textsOf } from '../draft/fields.js';
import { categoriesOfLargest, largestOf } from '../draft/largest.js';
import type { Editor } from '../draft/use-draft.js';
import { problemText } from '../texts.js';

interface NumberFieldProps {
  label: string;
  unit: string;
  value: string;
  isChanged: boolean;
  hint: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function NumberField({ label, unit, value, isChanged, hint, error, onChange }: NumberFieldProps) {
  const { t } = useTranslation('settings');
  return (
    <Field
      label={label}
      aside={isChanged && <Badge tone="accent">{t('changed')}</Badge>}
      hint={hint}
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          className={isChanged ? 'is-changed' : undefined}
          value={value}
          trail={<span className="muted small nowrap">{unit}</span>}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The four inputs of the specification: conversions and largest file, free and Pro. */
export function MainLimits({ settings, editor }: { settings: Settings; editor: Editor }) {
  const { t, i18n } = useTranslation('settings');
  const { draft, edit, editLargest } = editor;
  const before = textsOf(settings.plans);
  const error = (path: string) => {
    const problem = draft.problems[path];
    return problem && problemText(t, problem, i18n.language);
  };
  const categoryList = new Intl.ListFormat(i18n.language);
  return (
    <Card
      title={t('title')}
      action={<span className="small muted">{t('version', { version: settings.version })}</span>}
    >
      <div className="setf">
        {USER_PLAN_IDS.map((plan) => {
          const path = `${plan}.conversions.total`;
          return (
            <NumberField
              key={plan}
              label={t('main.conversions', { plan: t(`plan.${plan}`) })}
              unit={t(`per.${settings.plans[plan].period}`)}
              value={draft.texts[path] ?? ''}
              isChanged={draft.changes.some((change) => `${change.plan}.${change.field}` === path)}
              hint={t('main.now', {
                value: formatCount(settings.plans[plan].conversions.total, i18n.language),
              })}
              error={error(path)}
              onChange={(text) => edit(path, text)}
            />
          );
        })}
        {USER_PLAN_IDS.map((plan) => {
          const categories = categoriesOfLargest(before, plan);
          const shown = editor.largestText(plan);
          return (
            <NumberField
              key={plan}
              label={t('main.largest', { plan: t(`plan.${plan}`) })}
              unit={t('mb')}
              value={shown}
              isChanged={shown !== String(largestOf(before, plan))}
              hint={t('main.nowOf', {
                value: formatCount(largestOf(before, plan) ?? 0, i18n.language),
                categories: categoryList.format(
                  categories.map((category) => t(`common:categories.${category}`)),
                ),
              })}
              error={categories.map((category) => error(`${plan}.maxFileSizeMb.${category}`)).find(Boolean)}
              onChange={(text) => editLargest(plan, text)}
            />
          );
        })}
      </div>
    </Card>
  );
}
