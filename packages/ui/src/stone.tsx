import { cx } from './cx.js';

const SECTORS = [0, 45, 90, 135, 180, 225, 270, 315];
const TURNED = SECTORS.map((degrees) => ({ degrees, transform: `rotate(${degrees} 48 48)` }));

/** The millstone: eight furrowed sectors, drawn in the text colour. Decorative. */
export function Stone({ className }: { className?: string }) {
  return (
    <svg className={cx('stone', className)} viewBox="0 0 96 96" aria-hidden="true">
      <g strokeWidth="1.4">
        <circle cx="48" cy="48" r="46" />
        <circle cx="48" cy="48" r="9" />
        {TURNED.map(({ degrees, transform }) => (
          <path key={degrees} transform={transform} d="M59 48H94M57 57H93.1M66 66H90.3M75 75H85.2" />
        ))}
      </g>
    </svg>
  );
}

/** Quarter stones in the four corners of a tile; the tile clips them. Decorative. */
export function Corners() {
  return (
    <>
      <Stone className="corner corner--tl" />
      <Stone className="corner corner--tr" />
      <Stone className="corner corner--bl" />
      <Stone className="corner corner--br" />
    </>
  );
}

/** The logo's mark: the stone as a solid. Decorative: the name is next to it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg className={cx('stone', className)} viewBox="0 0 96 96" aria-hidden="true">
      <circle cx="48" cy="48" r="47" fill="currentColor" stroke="none" />
      <g stroke="var(--bg)" strokeWidth="6" fill="none" strokeLinecap="butt">
        {TURNED.map(({ degrees, transform }) => (
          <path key={degrees} transform={transform} d="M60 48H97M66 64H92" />
        ))}
      </g>
      <circle cx="48" cy="48" r="11" fill="var(--bg)" stroke="none" />
    </svg>
  );
}
