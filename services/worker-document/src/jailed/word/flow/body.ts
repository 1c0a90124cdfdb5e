import type { Figure } from '../layout/figures.js';
import type { Block, BlockColumn, PageLayout } from '../layout/page-layout.js';
import { appendSpans, type HyphenatedWords, type Paragraph } from '../layout/paragraph.js';
import type { PitchOf } from '../layout/paragraphs.js';
import { isRightToLeft, startsEastAsian, startsLower } from '../layout/scripts.js';
import type { Table } from '../layout/table.js';
import { BASELINE_SHARE, type Margins, sizeKey } from './sections.js';

/** A part of a page with its own columns. */
export interface FlatRegion {
  readonly layout: PageLayout;
  readonly columns: readonly BlockColumn[];
  readonly startsPage: boolean;
}

interface Start {
  readonly startsPage: boolean;
  readonly startsColumn: boolean;
}

/** What the text is made of, in order. */
export type BodyPart =
  | ({
      readonly kind: 'paragraph';
      readonly paragraph: Paragraph;
      readonly before: number;
      readonly pitch: number;
    } & Start)
  | ({ readonly kind: 'table'; readonly table: Table; readonly left: number } & Start)
  | ({
      readonly kind: 'figure';
      readonly figure: Figure;
      readonly before: number;
      readonly left: number;
      readonly right: number;
      /** Text stands beside it or on it: it keeps its place on the page. */
      readonly isAnchored: boolean;
    } & Start)
  | {
      readonly kind: 'page';
      readonly layout: PageLayout;
      readonly isEmpty: boolean;
      readonly isFirst: boolean;
    }
  | { readonly kind: 'section'; readonly region: FlatRegion; readonly isFirst: boolean };

/** Above the first paragraph of a region below another, points. */
const REGION_GAP = 6;

export const flatRegions = (layouts: readonly PageLayout[]): FlatRegion[] =>
  layouts.flatMap((layout) =>
    (layout.regions.length > 0 ? layout.regions : [[]]).map((columns, at) => ({
      layout,
      columns,
      startsPage: at === 0,
    })),
  );

/** Whether Word needs no section between two regions. */
const shareSection = (a: FlatRegion, b: FlatRegion) =>
  sizeKey(a.layout) === sizeKey(b.layout) && a.columns.length <= 1 && b.columns.length <= 1;

/** Puts the blocks of all pages into one text: where pages and columns break, and how far blocks are apart. */
export class Body {
  readonly parts: BodyPart[] = [];

  constructor(
    private readonly regions: readonly FlatRegion[],
    private readonly margins: ReadonlyMap<string, Margins>,
    private readonly words: HyphenatedWords,
    private readonly pitchOf: PitchOf,
  ) {
    let sections = 0;
    for (const [at, region] of regions.entries()) {
      this.addRegion(region, regions[at - 1]);
      const next = regions[at + 1];
      if (next && shareSection(region, next)) continue;
      this.parts.push({ kind: 'section', region: this.sectionStart(at), isFirst: sections === 0 });
      sections += 1;
    }
  }

  /** The region that decides how the section begins that ends with this one. */
  private sectionStart(at: number): FlatRegion {
    const region = this.regions[at] as FlatRegion;
    let first = at;
    while (
      first > 0 &&
      shareSection(this.regions[first - 1] as FlatRegion, this.regions[first] as FlatRegion)
    )
      first -= 1;
    const { startsPage } = this.regions[first] as FlatRegion;
    return { ...region, startsPage };
  }

  private addRegion(region: FlatRegion, before: FlatRegion | undefined): void {
    const { layout, columns, startsPage } = region;
    const isEmpty = columns.every((column) => column.blocks.length === 0);
    const breaksPage = startsPage && before !== undefined && shareSection(before, region);
    if (startsPage)
      this.parts.push({ kind: 'page', layout, isEmpty: isEmpty && breaksPage, isFirst: !before });
    for (const [at, column] of columns.entries()) {
      const edges = this.edgesOf(region, at);
      let bottom: number | undefined;
      for (const [index, block] of column.blocks.entries()) {
        const isStart = index === 0;
        const start = { startsPage: isStart && at === 0 && breaksPage, startsColumn: isStart && at > 0 };
        bottom = this.addBlock(block, { ...start, region, column, edges, bottom, isFirstColumn: at === 0 });
      }
    }
  }

  private edgesOf({ layout, columns }: FlatRegion, at: number): { left: number; right: number } {
    const margins = this.margins.get(sizeKey(layout)) as Margins;
    const column = columns[at] as BlockColumn;
    const isOne = columns.length === 1;
    return {
      left: at === 0 ? margins.left : column.left,
      right: isOne ? layout.width - margins.right : column.right,
    };
  }

  /** @returns y where the block ends */
  private addBlock(block: Block, place: BlockPlace): number | undefined {
    if (block.kind === 'paragraph') return this.addParagraph(block, place);
    const { startsPage, startsColumn, edges, bottom, column } = place;
    if (block.kind === 'table') {
      this.parts.push({ kind: 'table', table: block, left: edges.left, startsPage, startsColumn });
      return block.bottom;
    }
    const isAnchored = keepClear(block, column);
    const before = bottom === undefined ? 0 : block.top - bottom - 2;
    this.parts.push({
      kind: 'figure',
      figure: block,
      before,
      ...edges,
      isAnchored,
      startsPage,
      startsColumn,
    });
    return isAnchored ? bottom : block.bottom;
  }

  private addParagraph(paragraph: Paragraph, place: BlockPlace): number {
    const { startsPage, startsColumn, edges, bottom } = place;
    const first = paragraph.lines[0] as Paragraph['lines'][number];
    const last = paragraph.lines.at(-1) as Paragraph['lines'][number];
    const usual = paragraph.pitch || Math.min(1.25 * paragraph.size, this.pitchOf(paragraph.size));
    const pitch = Math.max(0.95 * paragraph.size, usual);
    const end = last.baseline + BASELINE_SHARE * paragraph.size;
    paragraph.columnLeft = edges.left;
    paragraph.columnRight = edges.right;
    if ((startsPage || startsColumn) && this.continues(paragraph)) return end;
    const top = first.baseline - (pitch - BASELINE_SHARE * paragraph.size);
    const before = bottom === undefined ? this.gapAtTop(top, place) : top - bottom;
    this.parts.push({ kind: 'paragraph', paragraph, before, pitch, startsPage, startsColumn });
    const { border } = paragraph;
    return border?.side === 'bottom' ? border.line.at + border.line.width : end;
  }

  private gapAtTop(top: number, { region, isFirstColumn }: BlockPlace): number {
    const isTopOfText = region.startsPage && (region.columns.length === 1 || region.layout.index === 0);
    if (isTopOfText) return top - (this.margins.get(sizeKey(region.layout)) as Margins).top;
    return !region.startsPage && isFirstColumn ? REGION_GAP : 0;
  }

  /** Joins a paragraph to the one before the break, if it goes on there. */
  private continues(paragraph: Paragraph): boolean {
    let at = this.parts.length - 1;
    while (this.parts[at]?.kind === 'page') at -= 1;
    const part = this.parts[at];
    if (part?.kind !== 'paragraph' || paragraph.headingLevel > 0 || paragraph.list) return false;
    const { paragraph: before } = part;
    if (before.headingLevel > 0 || endsSentence(before) || Math.abs(before.size - paragraph.size) >= 0.6)
      return false;
    const { text } = paragraph;
    const goesOn =
      startsLower(text) ||
      startsEastAsian(text) ||
      isRightToLeft(text) ||
      /[-,]$/.test(before.text.slice(-2));
    if (!goesOn) return false;
    appendSpans(before.spans, paragraph.spans, this.words);
    before.lines.push(...paragraph.lines.slice(0, MOST_LINES));
    before.text += ` ${text}`;
    return true;
  }
}

/** Lines of one paragraph that are added at once. */
const MOST_LINES = 10_000;

interface BlockPlace extends Start {
  readonly region: FlatRegion;
  readonly column: BlockColumn;
  readonly edges: { readonly left: number; readonly right: number };
  /** y where the block above ends. */
  readonly bottom: number | undefined;
  readonly isFirstColumn: boolean;
}

const endsSentence = ({ text }: Paragraph) => /[.!?:;。！？…»”"]$/.test(text.slice(-20).trimEnd());

/** Whether text stands beside a figure or on it; text to its left has to end before it. */
function keepClear(figure: Figure, { blocks }: BlockColumn): boolean {
  const beside = blocks.filter(
    (block) => block.kind === 'paragraph' && block.top < figure.bottom - 4 && block.bottom > figure.top + 4,
  ) as Paragraph[];
  for (const paragraph of beside)
    if (paragraph.right <= figure.left + 3) paragraph.rightLimit = figure.left - 2;
  return beside.length > 0;
}
