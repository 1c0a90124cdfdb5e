import { CATEGORIES } from '@filemill/product';
import { Tile } from '@filemill/ui';
import { routeAddress } from '@filemill/web-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatsQuery } from '../../lib/api/catalogue.js';
import { LoadState } from './load-state.js';

/** The outputs of each category that has any. */
export function FormatsList() {
  const { t } = useTranslation('common');
  const query = useQuery(formatsQuery);
  return (
    <LoadState query={query} skeleton="docs-sk--formats">
      {(formats) => (
        <dl className="docs-formats">
          {CATEGORIES.map((category) => {
            const output = formats[category]?.output ?? [];
            return (
              output.length > 0 && (
                <div key={category}>
                  <dt>
                    {t(`categories.${category}`)}{' '}
                    <span className="mono faint">
                      {routeAddress('/api/convert/{kind}', { params: { kind: category } })}
                    </span>
                  </dt>
                  <dd>
                    {output.map((format) => (
                      <Tile key={format} category={category}>
                        {format}
                      </Tile>
                    ))}
                  </dd>
                </div>
              )
            );
          })}
        </dl>
      )}
    </LoadState>
  );
}
