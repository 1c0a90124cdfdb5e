import { CATEGORIES } from '@filemill/product';
import { Corners } from '@filemill/ui';
import { useQuery } from '@tanstack/react-query';
import { formatsQuery } from '../../lib/api/catalogue.js';

/** Enough tiles to fill the widest screens. */
const TILE_COUNT = 24;

/** A decorative band: a format of each kind in turn, as long as there are any. */
export function FormatBand() {
  const formats = useQuery(formatsQuery).data;
  const byKind = CATEGORIES.map((kind) => ({ kind, ids: formats?.[kind]?.formats ?? [] }));
  const longest = Math.max(0, ...byKind.map(({ ids }) => ids.length));
  const tiles = Array.from({ length: longest }, (_, index) =>
    byKind.flatMap(({ kind, ids }) => (ids[index] ? [{ kind, id: ids[index] }] : [])),
  ).flat();
  return (
    <div className="frieze" aria-hidden="true">
      <ol>
        {tiles.slice(0, TILE_COUNT).map(({ kind, id }) => (
          <li key={id} className={`k-${kind}`}>
            <Corners />
            {id.toUpperCase()}
          </li>
        ))}
      </ol>
    </div>
  );
}
