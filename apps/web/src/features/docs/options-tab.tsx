import type { OptionList } from '@filemill/api';
import { CATEGORIES, type Category, HEADER_NAMES } from '@filemill/product';
import { type Column, Field, Select, Table } from '@filemill/ui';
import { joinList, routeAddress } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { optionsQuery } from '../../lib/api/catalogue.js';
import { POPULAR } from '../../lib/popular-formats.js';
import { usePublicOrigin } from '../../lib/public-origin.js';
import { useOptionTexts } from '../../lib/use-option-texts.js';
import { CodeBlock } from './code-block.js';
import { LoadState } from './load-state.js';
import { typeText } from './schema-fields.js';

type Entry = NonNullable<OptionList[Category]>[number];

/** Output formats that a cell names; the rest is a number. */
const NAMED = 6;

const exampleOf = ({ name, schema: { examples = [] } }: Entry): string =>
  JSON.stringify({ [name]: examples[0] });

function useColumns(): readonly Column<Entry>[] {
  const { t, i18n } = useTranslation('docs');
  const texts = useOptionTexts();
  return [
    {
      id: 'name',
      head: t('endpoints.name'),
      lead: true,
      cell: ({ name, schema }) => (
        <>
          <code className="mono block">{name}</code>
          <span className="small muted">{texts.name(name, schema)}</span>
        </>
      ),
    },
    { id: 'meaning', head: t('endpoints.meaning'), cell: ({ name, schema }) => texts.help(name, schema) },
    {
      id: 'type',
      head: t('endpoints.type'),
      cell: ({ schema }) => (
        <span className="mono">{[typeText(schema), schema.unit].filter(Boolean).join(' ')}</span>
      ),
    },
    {
      id: 'default',
      head: t('options.default'),
      cell: ({ schema }) => <span className="mono">{JSON.stringify(schema.default) ?? '–'}</span>,
    },
    {
      id: 'example',
      head: t('options.example'),
      cell: (entry) => <code className="mono">{exampleOf(entry)}</code>,
    },
    {
      id: 'outputs',
      head: t('options.outputs'),
      cell: ({ outputs }) => (
        <span title={outputs.join(', ')}>
          {joinList(outputs.slice(0, NAMED), i18n.language)}
          {outputs.length > NAMED && ` +${outputs.length - NAMED}`}
        </span>
      ),
    },
  ];
}

/** The options of one category, by heading, and a call with the first of them. */
function CategoryOptions({ category, entries }: { category: Category; entries: readonly Entry[] }) {
  const { t } = useTranslation('docs');
  const texts = useOptionTexts();
  const origin = usePublicOrigin();
  const columns = useColumns();
  const [first] = entries;
  const output = POPULAR.find((format) => first?.outputs.includes(format)) ?? first?.outputs[0];
  const call =
    first &&
    `curl ${origin}${routeAddress('/api/convert/{kind}', { params: { kind: 'auto' } })} \\
  -H "${HEADER_NAMES.apiKey}: $API_KEY" \\
  -F outputFormat=${output} \\
  -F 'options=${exampleOf(first)}' \\
  -F file=@<file>`;
  return (
    <>
      {call && <CodeBlock name="shell" language="shell" code={call} />}
      {[...Map.groupBy(entries, ({ schema }) => schema.group)].map(([group, members]) => (
        <section key={group ?? ''} className="docs-section">
          <h2>{texts.group(group)}</h2>
          <Table
            label={`${t(`common:categories.${category}`)}: ${texts.group(group)}`}
            columns={columns}
            rows={members}
            rowKey={({ name, outputs }) => `${name} ${outputs.join(' ')}`}
          />
        </section>
      ))}
    </>
  );
}

/** Every option of every category of outputs, made from the schemas that the service checks. */
export function OptionsTab() {
  const { t } = useTranslation(['docs', 'common', 'convert']);
  const query = useQuery(optionsQuery);
  const [chosen, setChosen] = useState<Category>('image');
  return (
    <div className="docs-part">
      <p className="docs-text">{t('options.text')}</p>
      <LoadState query={query} skeleton="docs-sk--endpoints">
        {(options) => (
          <>
            <div className="docs-choice">
              <Field label={t('options.category')}>
                {(control) => (
                  <Select
                    {...control}
                    value={chosen}
                    options={CATEGORIES.filter((category) => options[category]).map((category) => ({
                      value: category,
                      label: t(`common:categories.${category}`),
                    }))}
                    onChange={({ currentTarget: { value } }) =>
                      setChosen(CATEGORIES.find((category) => category === value) ?? 'image')
                    }
                  />
                )}
              </Field>
            </div>
            <CategoryOptions category={chosen} entries={options[chosen] ?? []} />
          </>
        )}
      </LoadState>
    </div>
  );
}
