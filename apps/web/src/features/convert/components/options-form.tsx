import { Button, Icon } from '@filemill/ui';
import { formatBytes, formatClock, joinList } from '@filemill/web-client';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionTexts } from '../hooks/use-option-words.js';
import type { Expectation } from '../model/expectation.js';
import type { Options, OptionValue } from '../model/item.js';
import { type OptionSchemas, optionFields, violationOf, withoutDefaults } from '../model/option-fields.js';
import { OptionField } from './option-field.js';

const SECOND_MS = 1_000;

/** Expected size and time, next to the buttons of the settings; empty without a measurement. */
function Expected({ expectation }: { expectation: Expectation | undefined }) {
  const { t, i18n } = useTranslation('convert');
  if (!expectation) return null;
  const { fromBytes, toBytes, seconds } = expectation;
  const size = formatBytes(toBytes, i18n.language);
  const from = formatBytes(fromBytes, i18n.language);
  const time = formatClock(Math.max(1, Math.round(seconds)) * SECOND_MS);
  return (
    <p className="small" title={t('options.expectedBy')}>
      <b className="strong">{t('options.expected', { size })}</b>
      <span className="muted block">{t('options.expectedFrom', { from, time })}</span>
    </p>
  );
}

interface OptionsFormProps {
  schemas: OptionSchemas;
  values: Options;
  expect: (options: Options) => Expectation | undefined;
  onApply: (options: Options) => void;
}

/** The settings of a conversion as a form: one control for each property of the schema. Nothing changes until Apply. */
export function OptionsForm({ schemas, values, expect, onApply }: OptionsFormProps) {
  const { t, i18n } = useTranslation('convert');
  const texts = useOptionTexts();
  const [draft, setDraft] = useState<Readonly<Record<string, OptionValue | undefined>>>(values);
  const fields = optionFields(schemas);
  const isInvalid = fields.some((spec) => violationOf(draft[spec.name], spec) !== undefined);
  const advanced = fields.filter((spec) => spec.isAdvanced);
  const draw = (specs: typeof fields) =>
    specs.map((spec) => (
      <OptionField
        key={spec.name}
        spec={spec}
        value={draft[spec.name]}
        onChange={(value) => setDraft({ ...draft, [spec.name]: value })}
      />
    ));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid) onApply(withoutDefaults(draft, schemas));
      }}
    >
      <div className="opts__body">
        {draw(fields.filter((spec) => !spec.isAdvanced))}
        {advanced.length > 0 && (
          <details className="opts__more">
            <summary className="more">
              <Icon of={ChevronRight} />
              {t('options.advanced')}
              <span className="faint">
                {joinList(
                  advanced.map(({ name, schema }) => texts.name(name, schema)),
                  i18n.language,
                )}
              </span>
            </summary>
            <div className="opts__adv">{draw(advanced)}</div>
          </details>
        )}
      </div>
      <div className="opts__foot">
        <Expected expectation={isInvalid ? undefined : expect(withoutDefaults(draft, schemas))} />
        <Button look="ghost" onClick={() => setDraft({})}>
          {t('options.reset')}
        </Button>
        <Button type="submit" disabled={isInvalid}>
          {t('options.apply')}
        </Button>
      </div>
    </form>
  );
}
