import { Button, Icon } from '@filemill/ui';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionTexts } from '../hooks/use-option-words.js';
import type { Options, OptionValue } from '../model/item.js';
import { type OptionSchemas, optionFields, violationOf, withoutDefaults } from '../model/option-fields.js';
import { OptionField } from './option-field.js';

interface OptionsFormProps {
  schemas: OptionSchemas;
  values: Options;
  onApply: (options: Options) => void;
}

/** The settings of a conversion as a form: whatever the schema names is drawn. Nothing changes until it is applied. */
export function OptionsForm({ schemas, values, onApply }: OptionsFormProps) {
  const { t } = useTranslation('convert');
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
                {advanced.map(({ name, schema }) => texts.name(name, schema)).join(', ')}
              </span>
            </summary>
            <div className="opts__adv">{draw(advanced)}</div>
          </details>
        )}
      </div>
      <div className="opts__foot">
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
