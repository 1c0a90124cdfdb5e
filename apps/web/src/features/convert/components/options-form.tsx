import type { OptionValue } from '@filemill/api';
import { Button } from '@filemill/ui';
import { formatBytes, formatClock } from '@filemill/web-client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Expectation } from '../model/expectation.js';
import type { Options } from '../model/item.js';
import {
  type OptionFieldSpec,
  type OptionSchemas,
  optionFields,
  violationOf,
  withoutDefaults,
} from '../model/option-fields.js';
import { OptionField } from './option-field.js';
import { OptionFieldsets } from './option-fieldsets.js';

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
  /** Absent if no other file has these settings. */
  onApplyToAll?: ((options: Options) => void) | undefined;
}

/**
 * The settings of a conversion as a form: one control for each property of the schema. Nothing changes until one of the
 * buttons is pressed.
 */
export function OptionsForm({ schemas, values, expect, onApply, onApplyToAll }: OptionsFormProps) {
  const { t } = useTranslation('convert');
  const [draft, setDraft] = useState<Readonly<Record<string, OptionValue | undefined>>>(values);
  const fields = optionFields(schemas);
  const isInvalid = (spec: OptionFieldSpec): boolean => violationOf(draft[spec.name], spec) !== undefined;
  const isBlocked = fields.some(isInvalid);
  const plain = fields.filter((spec) => !spec.isAdvanced);
  const advanced = fields.filter((spec) => spec.isAdvanced);
  const draw = (spec: OptionFieldSpec) => (
    <OptionField
      key={spec.name}
      spec={spec}
      value={draft[spec.name]}
      onChange={(value) => setDraft({ ...draft, [spec.name]: value })}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) onApply(withoutDefaults(draft, schemas));
      }}
    >
      <div className="opts__body">
        {plain.map(draw)}
        {advanced.length > 0 && <OptionFieldsets specs={advanced} isInvalid={isInvalid} draw={draw} />}
      </div>
      <div className="opts__foot">
        <Expected expectation={isBlocked ? undefined : expect(withoutDefaults(draft, schemas))} />
        <Button look="ghost" onClick={() => setDraft({})}>
          {t('options.reset')}
        </Button>
        <Button type="submit" disabled={isBlocked}>
          {t('options.apply')}
        </Button>
        {onApplyToAll && (
          <Button
            className="opts__all"
            disabled={isBlocked}
            onClick={() => onApplyToAll(withoutDefaults(draft, schemas))}
          >
            {t('options.applyToAll')}
          </Button>
        )}
      </div>
    </form>
  );
}
