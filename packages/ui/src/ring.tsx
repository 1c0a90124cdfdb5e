const CENTRE = 48;
const HUB = 17;
const RIM = 46;
/** Half of the gap between two sectors, degrees. */
const GAP = 2.2;
const SECTOR_COUNT = 8;
const SECTORS = Array.from({ length: SECTOR_COUNT }, (_, index) => ({ id: `sector-${index}`, index }));

const point = (radius: number, degrees: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(CENTRE + radius * Math.cos(angle)).toFixed(1)} ${(CENTRE + radius * Math.sin(angle)).toFixed(1)}`;
};

/** Outline of one sector, filled from the hub to a share of its depth. */
function sectorPath(index: number, share: number): string {
  const from = (index * 360) / SECTOR_COUNT + GAP;
  const to = ((index + 1) * 360) / SECTOR_COUNT - GAP;
  const outer = HUB + (RIM - HUB) * share;
  return `M${point(HUB, from)}L${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(HUB, to)}A${HUB} ${HUB} 0 0 0 ${point(HUB, from)}Z`;
}

/**
 * The stone as the progress of a batch: eight sectors, one per 12.5 %, the current one grows from the hub.
 *
 * @param percent - 0 to 100
 * @param label - what it measures, read aloud
 */
export function Ring({ percent, label }: { percent: number; label: string }) {
  const sectors = (Math.min(100, Math.max(0, percent)) / 100) * SECTOR_COUNT;
  return (
    <div className="stone-ring" role="img" aria-label={label}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        {SECTORS.map(({ id, index }) => {
          const share = Math.min(1, Math.max(0, sectors - index));
          return (
            <g key={id}>
              <path d={sectorPath(index, 1)} fill="var(--line)" />
              {share > 0 && <path d={sectorPath(index, share)} fill="var(--accent)" />}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
