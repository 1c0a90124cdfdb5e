import type { DocxWriter } from './docx.js';
import { Body, type BodyPart, type FlatRegion, flatRegions } from './flow/body.js';
import { anchoredFigure, asideRun, figureParagraph, type PlacedFigure } from './flow/figure-xml.js';
import { COLUMN_BREAK, ListNumbers, paragraphXml, spacingOf } from './flow/paragraph-xml.js';
import { type PageRunning, writeRunning } from './flow/running-xml.js';
import type { FlowContext } from './flow/runs.js';
import { type Margins, marginsOf, type Running, sectionXml, sizeKey } from './flow/sections.js';
import { fitsWord, tableXml } from './flow/table-xml.js';
import { WidthScale } from './flow/width-scale.js';
import { markHeadings } from './layout/headings.js';
import { markLists } from './layout/lists.js';
import { markNotes } from './layout/notes.js';
import { type Block, layoutPage, type PageLayout } from './layout/page-layout.js';
import { type PreparedPage, preparePage } from './layout/prepare.js';
import { RunningLines } from './layout/running.js';
import { Statistics } from './layout/statistics.js';
import type { Page, PageSource } from './model.js';

/** Documents of so many pages stay in memory between the two passes; longer ones are read twice. */
const MOST_HELD_PAGES = 50;
/** Boxes of text at other angles on one page. */
const MOST_ASIDES = 60;

interface Document {
  readonly layouts: PageLayout[];
  readonly running: PageRunning[];
  readonly statistics: Statistics;
  readonly scale: WidthScale;
  /** Relationships of the pictures. */
  readonly pictures: Map<Block, string>;
  /** Indices of the pages that links lead to. */
  readonly linkedPages: Set<number>;
}

/**
 * Writes a PDF as text that flows: paragraphs, headings, lists, tables, footnotes, columns, running heads.
 *
 * @param docx - gets all parts; its caller ends it
 */
export async function writeFlow(source: PageSource, docx: DocxWriter): Promise<void> {
  const { layouts, running, statistics, scale, pictures, linkedPages } = await readDocument(source, docx);
  const { bodySize, pitchOf, words } = statistics;
  const blocks = layouts.flatMap((layout) => layout.regions.flat().flatMap((column) => column.blocks));
  markHeadings(blocks, source.outline, bodySize);
  markLists(blocks.filter((block) => block.kind === 'paragraph'));
  for (const layout of layouts) markNotes(layout, bodySize, words);
  docx.defaultSize = bodySize;
  const context: FlowContext = {
    docx,
    pitchOf,
    widthPercentOf: (font) => scale.percentOf(font),
    bookmarkOf: (page) => (linkedPages.has(page) ? `page${page + 1}` : undefined),
  };
  const margins = marginsOf(layouts);
  const { left, right, width } = commonMargins(layouts, margins);
  const inMargins = writeRunning(running, { left, right: width - right }, context);
  const body = new Body(flatRegions(layouts), margins, words, pitchOf);
  new FlowWriter(context, pictures, margins, inMargins).write(body.parts);
}

/** Two passes: what holds for the whole document, then page by page. */
async function readDocument(source: PageSource, docx: DocxWriter): Promise<Document> {
  const lines = new RunningLines();
  const statistics = new Statistics();
  const scale = new WidthScale();
  const held: PreparedPage[] = [];
  const linkedPages = new Set<number>();
  for (const page of source.pages()) {
    for (const link of page.links) if (link.page !== undefined) linkedPages.add(link.page);
    const prepared = preparePage(page);
    lines.add(prepared);
    statistics.add(prepared);
    for (const line of prepared.lines) scale.add(line);
    if (source.pageCount <= MOST_HELD_PAGES) held.push(prepared);
  }
  const layouts: PageLayout[] = [];
  const running: PageRunning[] = [];
  const pictures = new Map<Block, string>();
  for (const prepared of held.length > 0 ? held : preparedAgain(source)) {
    running.push({ index: prepared.page.index, lines: lines.take(prepared) });
    const layout = layoutPage(prepared, statistics);
    layouts.push(layout);
    await placePictures(source, docx, prepared.page, layout, pictures);
  }
  return { layouts, running, statistics, scale, pictures, linkedPages };
}

function* preparedAgain(source: PageSource): Generator<PreparedPage> {
  for (const page of source.pages()) yield preparePage(page);
}

async function placePictures(
  source: PageSource,
  docx: DocxWriter,
  page: Page,
  layout: PageLayout,
  pictures: Map<Block, string>,
): Promise<void> {
  for (const block of layout.regions.flat().flatMap((column) => column.blocks)) {
    if (block.kind !== 'figure') continue;
    const encoded = block.picture
      ? await source.picture(page, block.picture)
      : await source.crop(page, block);
    if (encoded) pictures.set(block, docx.picture(encoded));
  }
}

function commonMargins(layouts: readonly PageLayout[], margins: ReadonlyMap<string, Margins>) {
  const bySize = [...Map.groupBy(layouts, sizeKey)].sort((a, b) => b[1].length - a[1].length);
  const [key, pages] = bySize[0] as [string, PageLayout[]];
  return { ...(margins.get(key) as Margins), width: pages[0]?.width ?? 0 };
}

const thinParagraph = (properties: string, runs: string) =>
  `<w:p><w:pPr>${properties}${spacingOf(0, 1)}</w:pPr>${runs}</w:p>`;
const PAGE_BREAK = '<w:pageBreakBefore/>';

/** Writes the parts of the text one after the other. */
class FlowWriter {
  private readonly lists = new ListNumbers();
  /** Runs with drawings that the next paragraph holds. */
  private waiting = '';
  private bookmark: string | undefined;
  private lastIsTable = false;

  constructor(
    private readonly context: FlowContext,
    private readonly pictures: ReadonlyMap<Block, string>,
    private readonly margins: ReadonlyMap<string, Margins>,
    private readonly running: Running,
  ) {}

  write(parts: readonly BodyPart[]): void {
    for (const [at, part] of parts.entries()) {
      const isTable = part.kind === 'table';
      if (part.kind === 'section') this.section(part.region, part.isFirst, at === parts.length - 1);
      else if (part.kind === 'page') this.page(part);
      else if (part.kind === 'table') this.table(part);
      else if (part.kind === 'figure') this.figure(part);
      else this.paragraph(part);
      if (part.kind !== 'page') this.lastIsTable = isTable;
    }
  }

  private paragraph(part: BodyPart & { kind: 'paragraph' }): void {
    const { paragraph, ...options } = part;
    const xml = paragraphXml(paragraph, this.context, this.lists, {
      ...options,
      drawings: this.takeWaiting(),
      bookmark: this.takeBookmark(),
    });
    this.context.docx.add(xml);
  }

  private table({ table, left, startsPage, startsColumn }: BodyPart & { kind: 'table' }): void {
    if (startsPage || startsColumn || this.lastIsTable || this.waiting) {
      const runs = (startsColumn ? COLUMN_BREAK : '') + this.takeWaiting();
      this.context.docx.add(thinParagraph(startsPage ? PAGE_BREAK : '', runs));
    }
    if (fitsWord(table)) {
      this.context.docx.add(tableXml(table, left, this.context, this.lists));
      return;
    }
    for (const paragraph of table.cells.flatMap((cell) => cell.paragraphs)) {
      this.context.docx.add(paragraphXml(paragraph, this.context, this.lists));
    }
  }

  private figure(part: BodyPart & { kind: 'figure' }): void {
    const { figure, startsPage, startsColumn, before, left, right, isAnchored } = part;
    const relationship = this.pictures.get(figure);
    const placed: PlacedFigure | undefined = relationship ? { ...figure, relationship } : undefined;
    if (placed && !isAnchored) {
      const options = { before, columnLeft: left, columnRight: right, startsPage, startsColumn };
      this.context.docx.add(figureParagraph(placed, this.context, options));
      return;
    }
    if (placed) this.waiting += anchoredFigure(placed, this.context);
    if (startsPage || startsColumn) {
      const runs = (startsColumn ? COLUMN_BREAK : '') + this.takeWaiting();
      this.context.docx.add(thinParagraph(startsPage ? PAGE_BREAK : '', runs));
    }
  }

  private page({ layout, isEmpty }: BodyPart & { kind: 'page' }): void {
    this.bookmark = this.context.bookmarkOf(layout.index);
    if (isEmpty) this.context.docx.add(thinParagraph(PAGE_BREAK, ''));
    for (const paragraph of layout.asides.slice(0, MOST_ASIDES)) {
      this.waiting += asideRun(paragraph, this.context, this.lists);
    }
  }

  private section({ layout, columns, startsPage }: FlatRegion, isFirst: boolean, isLast: boolean): void {
    const margins = this.margins.get(sizeKey(layout)) as Margins;
    const { running } = this;
    const xml = sectionXml(layout, { columns, margins, running, startsPage, isFirst });
    const runs = this.takeWaiting();
    if (!isLast) {
      this.context.docx.add(`<w:p><w:pPr>${spacingOf(0, 1)}${xml}</w:pPr>${runs}</w:p>`);
      return;
    }
    if (runs || this.lastIsTable) this.context.docx.add(thinParagraph('', runs));
    this.context.docx.add(xml);
  }

  private takeWaiting(): string {
    const runs = this.waiting;
    this.waiting = '';
    return runs;
  }

  private takeBookmark(): string | undefined {
    const { bookmark } = this;
    this.bookmark = undefined;
    return bookmark;
  }
}
