import { least, most } from '../layout/numbers.js';
import type { Block, BlockColumn, PageLayout } from '../layout/page-layout.js';
import { twips } from '../xml.js';

/** Space around the text of all pages of a size, points. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Size = Pick<PageLayout, 'width' | 'height'>;
const EMPTY_MARGINS: Margins = { left: 72, top: 72, right: 72, bottom: 72 };
const LEAST_SIDE = 10;
const LEAST_END = 12;
/** How far below its line's lower edge a baseline lies, as a share of the size, where lines have an exact height. */
export const BASELINE_SHARE = 0.22;
/** A page without running feet may be this much fuller, as other readers break lines otherwise. */
const SPARE = 18;

export const sizeKey = ({ width, height }: Size) => `${Math.round(width)} ${Math.round(height)}`;

/** The upper edge of a block's first line, as Word sets it. */
function topEdge(block: Block): number {
  if (block.kind !== 'paragraph') return block.top;
  const baseline = block.lines[0]?.baseline ?? block.top;
  return baseline - Math.max(block.pitch, 1.2 * block.size) + BASELINE_SHARE * block.size;
}

/** The margins of each size of page, by {@link sizeKey}. */
export function marginsOf(layouts: readonly PageLayout[]): Map<string, Margins> {
  const bySize = Map.groupBy(layouts, sizeKey);
  return new Map(
    [...bySize].map(([key, pages]) => {
      const blocks = pages.flatMap((page) => page.regions.flat().flatMap((column) => column.blocks));
      const [{ width, height }] = pages as [PageLayout];
      if (blocks.length === 0) return [key, EMPTY_MARGINS];
      return [
        key,
        {
          left: Math.max(
            LEAST_SIDE,
            least(blocks, (block) => block.left),
          ),
          top: Math.max(LEAST_END, least(blocks, topEdge)),
          right: Math.max(LEAST_SIDE, width - most(blocks, (block) => block.right)),
          bottom: Math.max(LEAST_END, height - most(blocks, (block) => block.bottom)),
        },
      ];
    }),
  );
}

/** What stands in the margins of all pages. */
export interface Running {
  /** `w:headerReference` and `w:footerReference`. */
  readonly references: string;
  /** y of the upper edge of the head, and of the upper and lower edge of the foot; absent if there is none. */
  readonly headTop?: number | undefined;
  readonly footTop?: number | undefined;
  readonly footBottom?: number | undefined;
  /** The first page's number, if it is not 1. */
  readonly firstNumber?: number | undefined;
  /** The first page has neither head nor foot. */
  readonly skipsFirstPage: boolean;
}

export interface SectionOptions {
  readonly columns: readonly BlockColumn[];
  readonly margins: Margins;
  readonly running: Running;
  readonly startsPage: boolean;
  readonly isFirst: boolean;
}

/** `w:sectPr`. */
export function sectionXml(page: Size, options: SectionOptions): string {
  const { margins, running, columns, startsPage, isFirst } = options;
  const { headTop, footTop, footBottom, firstNumber } = running;
  const header = headTop === undefined ? 30 : Math.max(8, headTop);
  const footer = footBottom === undefined ? 20 : Math.max(8, page.height - footBottom);
  // The text may reach as far as the foot.
  const spare =
    footTop === undefined
      ? SPARE
      : Math.min(SPARE, Math.max(0, footTop - (page.height - margins.bottom) - 2));
  const bottom = Math.max(8, margins.bottom - spare);
  return [
    `<w:sectPr>${running.references}<w:type w:val="${startsPage ? 'nextPage' : 'continuous'}"/>`,
    `<w:pgSz w:w="${twips(page.width)}" w:h="${twips(page.height)}"${page.width > page.height ? ' w:orient="landscape"' : ''}/>`,
    `<w:pgMar w:top="${twips(margins.top)}" w:right="${twips(Math.max(4, margins.right - 3))}" w:bottom="${twips(bottom)}"`,
    ` w:left="${twips(margins.left)}" w:header="${twips(header)}" w:footer="${twips(footer)}" w:gutter="0"/>`,
    isFirst && firstNumber !== undefined ? `<w:pgNumType w:start="${firstNumber}"/>` : '',
    columns.length > 1 ? columnsXml(page, columns, margins) : '',
    isFirst && running.skipsFirstPage ? '<w:titlePg/>' : '',
    '</w:sectPr>',
  ].join('');
}

function columnsXml(page: Size, columns: readonly BlockColumn[], margins: Margins): string {
  const cols = columns.map((column, at) => {
    const next = columns[at + 1];
    const start = at === 0 ? margins.left : column.left;
    const end = next?.left ?? page.width - margins.right;
    const gap = next ? Math.max(6, end - column.right) : 0;
    return `<w:col w:w="${twips(Math.max(20, end - start - gap))}" w:space="${twips(gap)}"/>`;
  });
  return `<w:cols w:num="${columns.length}" w:equalWidth="0">${cols.join('')}</w:cols>`;
}
