import { CATEGORIES } from '@filemill/product';
import { Corners } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { formatsQuery } from '../../lib/api/catalogue.js';

/** Enough tiles to fill the widest screens. */
const TILE_COUNT = 24;

/** A decorative band: a format of each category in turn, as long as there are any. */
export function FormatBand() {
  const formats = useQuery(formatsQuery).data;
  const byCategory = CATEGORIES.map((category) => ({ category, ids: formats?.[category]?.formats ?? [] }));
  const longest = Math.max(0, ...byCategory.map(({ ids }) => ids.length));
  const tiles = Array.from({ length: longest }, (_, index) =>
    byCategory.flatMap(({ category, ids }) => (ids[index] ? [{ category, id: ids[index] }] : [])),
  ).flat();
  return (
    <div className="frieze" aria-hidden="true">
      <ol>
        {tiles.slice(0, TILE_COUNT).map(({ category, id }) => (
          <li key={id} className={`k-${category}`}>
            <Corners />
            {id.toUpperCase()}
          </li>
        ))}
      </ol>
    </div>
  );
}
