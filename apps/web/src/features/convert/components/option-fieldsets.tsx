import { Icon, Input } from '@filemill/ui';
import { joinList } from '@filemill/web-client';
import { ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionTexts } from '../../../lib/use-option-texts.js';
import { fieldGroups, type OptionFieldSpec } from '../model/option-fields.js';

/** More settings than this are searched. */
const MANY = 20;

interface OptionFieldsetsProps {
  specs: readonly OptionFieldSpec[];
  /** Whether a setting has a value that is refused: it stays visible, since it blocks the form. */
  isInvalid: (spec: OptionFieldSpec) => boolean;
  draw: (spec: OptionFieldSpec) => ReactNode;
}

/** The settings that few people need: behind a button, under headings, with a search if there are many. */
export function OptionFieldsets({ specs, isInvalid, draw }: OptionFieldsetsProps) {
  const { t, i18n } = useTranslation('convert');
  const texts = useOptionTexts();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const matches = (spec: OptionFieldSpec): boolean => {
    const { name, schema, choices } = spec;
    const values = choices.map((choice) => texts.value(name, choice));
    const words = [
      name,
      texts.name(name, schema),
      texts.help(name, schema),
      texts.group(schema.group),
      ...values,
    ];
    return isInvalid(spec) || words.some((text) => text.toLowerCase().includes(wanted));
  };
  const found = wanted === '' ? specs : specs.filter(matches);
  const groups = fieldGroups(specs);
  const contents =
    groups.length > 1
      ? groups.map(({ group }) => texts.group(group))
      : specs.map(({ name, schema }) => texts.name(name, schema));
  return (
    <details className="opts__more">
      <summary className="more">
        <Icon of={ChevronRight} />
        {t('options.advanced')}
        <span className="faint">{joinList(contents, i18n.language)}</span>
      </summary>
      <div className="opts__adv">
        {specs.length > MANY && (
          <Input
            type="search"
            lead={<Icon of={Search} />}
            aria-label={t('options.search')}
            placeholder={t('options.search')}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        <p className="small muted" role="status">
          {found.length === 0 && t('options.noneFound')}
        </p>
        {groups.length === 1
          ? found.map(draw)
          : fieldGroups(found).map(({ group, specs: members }) => (
              <fieldset key={group ?? ''} className="opts__group">
                <legend>{texts.group(group)}</legend>
                {members.map(draw)}
              </fieldset>
            ))}
      </div>
    </details>
  );
}
