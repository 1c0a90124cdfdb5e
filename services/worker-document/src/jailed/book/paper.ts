/** What the user wants of a printed book. */
export interface PrintSettings {
  /** Width and height of the paper, upright, in mm. */
  readonly paperMm?: readonly [width: number, height: number] | undefined;
  readonly orientation?: 'portrait' | 'landscape' | undefined;
  /** Of each side, in mm. */
  readonly margins?: number | undefined;
  /** In points. */
  readonly fontSize?: number | undefined;
  /** In percent. */
  readonly scale?: number;
  readonly backgrounds?: boolean;
  readonly pageNumbers?: boolean;
}

/** A5, like a paperback. */
const USUAL_PAPER = [148, 210] as const;
const USUAL_POINTS = 11;
const MARGINS = { top: 16, sides: 14, bottom: 18 };
/** Pictures leave room for a line of text. */
const PICTURE_SHARE = 170 / 210;
/** A cover ends before the edge, or it would take two pages. */
const EDGE_MM = 1;
/** What is left of a page between two margins, at least. */
const LEAST_SPACE_MM = 20;

/** The style sheet of the paper; each chapter begins a page, the cover fills one. */
export function paperStyle({
  paperMm = USUAL_PAPER,
  orientation = 'portrait',
  margins,
  fontSize,
  pageNumbers = true,
}: PrintSettings): string {
  const [narrow, long] = paperMm;
  const [width, height] = orientation === 'portrait' ? [narrow, long] : [long, narrow];
  const widest = Math.max(0, (Math.min(width, height) - LEAST_SPACE_MM) / 2);
  const chosen = margins === undefined ? undefined : Math.min(margins, widest);
  const margin =
    chosen === undefined ? `${MARGINS.top}mm ${MARGINS.sides}mm ${MARGINS.bottom}mm` : `${chosen}mm`;
  // A book has its own sizes and edges, which give way to what the user wants.
  const wanted = [
    ...(fontSize === undefined ? [] : [`font-size: ${fontSize}pt !important;`]),
    ...(margins === undefined ? [] : ['margin: 0 !important; padding: 0 !important;']),
  ].join(' ');
  const number = pageNumbers ? ' @bottom-center { content: counter(page); font: 8pt serif; }' : '';
  return `@page { size: ${width}mm ${height}mm; margin: ${margin};${number} }
@page cover { margin: 0; @bottom-center { content: none; } }
body { margin: 0; font: ${fontSize ?? USUAL_POINTS}pt/1.45 serif; }
section.chapter { break-before: page; overflow-wrap: break-word; ${wanted} }
section.cover { page: cover; break-after: page; }
section.cover img { display: block; width: ${width}mm; height: ${height - EDGE_MM}mm; max-height: none; object-fit: contain; }
section.cover + section.chapter { break-before: auto; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; }
img, svg { max-width: 100%; max-height: ${Math.round(height * PICTURE_SHARE)}mm; }
img { object-fit: contain; }`;
}
