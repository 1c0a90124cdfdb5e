import { CATEGORIES, type Category } from '@filemill/product';
import { CategoryMark, Tile } from '@filemill/ui';
import { joinList } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countInputs, formatsQuery } from '../../lib/api/catalogue.js';
import { popularFirst } from '../../lib/popular-formats.js';
import { LoadError, SectionHead } from './section.js';

/** Inputs that a card shows before all are asked for: some rows of tiles. */
const SHOWN_INPUTS = 16;
/** Outputs that a card names before it counts the rest. */
const NAMED_OUTPUTS = 5;
const SKELETONS = ['a', 'b', 'c', 'd'];

const wantedFirst = (ids: readonly string[]): readonly string[] =>
  popularFirst(ids.toSorted().map((format) => ({ format }))).map(({ format }) => format);

function CategoryCard({
  category,
  inputs,
  outputs,
}: {
  category: Category;
  inputs: readonly string[];
  outputs: readonly string[];
}) {
  const { t, i18n } = useTranslation(['home', 'common']);
  const [isWhole, setWhole] = useState(inputs.length <= SHOWN_INPUTS);
  const shown = isWhole ? inputs : inputs.slice(0, SHOWN_INPUTS);
  const named = outputs.slice(0, NAMED_OUTPUTS).map((id) => id.toUpperCase());
  const rest = outputs.length - named.length;
  return (
    <li className={`card k-${category}`}>
      <h3>
        <CategoryMark category={category} />
        {t(`common:categories.${category}`)}
      </h3>
      <p className="wall__tiles">
        {shown.map((id) => (
          <Tile key={id} category={category}>
            {id}
          </Tile>
        ))}
      </p>
      {!isWhole && (
        <button type="button" className="link small wall__all" onClick={() => setWhole(true)}>
          {t('formats.all', { n: inputs.length })}
        </button>
      )}
      <p className="wall__to">
        <span>{t('formats.to')}</span> {joinList(named, i18n.language)}{' '}
        {rest > 0 && t('formats.more', { count: rest })}
      </p>
    </li>
  );
}

/** Every format that can be uploaded, by category; categories with nothing to offer are not shown. */
export function FormatWall() {
  const { t } = useTranslation('home');
  const { data: formats, error, refetch } = useQuery(formatsQuery);
  return (
    <section className="sec sec--sunken" id="formats">
      <div className="page">
        <SectionHead
          title={t('formats.title')}
          text={formats && t('formats.text', { count: countInputs(formats) })}
        />
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        <ul className="wall" aria-busy={!formats && !error}>
          {formats
            ? CATEGORIES.map((category) => {
                const entry = formats[category];
                if (!entry || entry.formats.length === 0) return null;
                return (
                  <CategoryCard
                    key={category}
                    category={category}
                    inputs={wantedFirst(entry.formats)}
                    outputs={wantedFirst(entry.output)}
                  />
                );
              })
            : !error && SKELETONS.map((id) => <li key={id} className="sk wall__sk" />)}
        </ul>
      </div>
    </section>
  );
}
