import { least } from '../layout/numbers.js';
import type { Paragraph } from '../layout/paragraph.js';
import { type Cell, rowCount, type Table } from '../layout/table.js';
import { twips } from '../xml.js';
import { type ListNumbers, paragraphXml } from './paragraph-xml.js';
import type { FlowContext } from './runs.js';

const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
const WIDEST_PADDING = 8;
/** Word's limit of columns. */
const MOST_COLUMNS = 63;
/** An empty cell still needs a paragraph. */
const EMPTY_PARAGRAPH =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>';

/** `w:tbl` of a table. @param left - the left margin of the text, points */
export function tableXml(table: Table, left: number, context: FlowContext, lists: ListNumbers): string {
  const widths = table.columnEdges.slice(1).map((edge, at) => edge - (table.columnEdges[at] as number));
  const line = table.isRuled ? 'single' : 'nil';
  const padding = twips(paddingOf(table));
  const borders = BORDERS.map((side) => `<w:${side} w:val="${line}" w:sz="4" w:space="0" w:color="auto"/>`);
  const rows = Map.groupBy(table.cells.flatMap(piecesOf), (piece) => piece.row);
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${twips(table.right - table.left)}" w:type="dxa"/><w:tblInd w:w="${twips(table.left - left)}" w:type="dxa"/>`,
    `<w:tblBorders>${borders.join('')}</w:tblBorders><w:tblLayout w:type="fixed"/>`,
    `<w:tblCellMar><w:left w:w="${padding}" w:type="dxa"/><w:right w:w="${padding}" w:type="dxa"/></w:tblCellMar></w:tblPr>`,
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${twips(width)}"/>`).join('')}</w:tblGrid>`,
    ...Array.from({ length: rowCount(table) }, (_, row) =>
      rowXml(table, row, rows.get(row) ?? [], context, lists),
    ),
    '</w:tbl>',
  ].join('');
}

/** Whether Word can hold it as a table. */
export const fitsWord = (table: Table) => table.columnEdges.length - 1 <= MOST_COLUMNS;

/** The part of a cell that lies in one row. */
interface Piece {
  readonly row: number;
  readonly cell: Cell;
}

const piecesOf = (cell: Cell): Piece[] =>
  Array.from({ length: cell.rowSpan }, (_, at) => ({ row: cell.row + at, cell }));

function paddingOf({ cells }: Table): number {
  const gaps = cells.flatMap((cell) =>
    cell.paragraphs.flatMap((paragraph) => [
      paragraph.left - cell.left,
      ...(paragraph.alignment === 'right' ? [cell.right - paragraph.right] : []),
    ]),
  );
  return Math.max(0, Math.min(WIDEST_PADDING, least(gaps, (gap) => gap, 2) - 0.3));
}

function rowXml(
  table: Table,
  row: number,
  pieces: readonly Piece[],
  context: FlowContext,
  lists: ListNumbers,
): string {
  const height = Math.max(0, (table.rowEdges[row + 1] ?? 0) - (table.rowEdges[row] ?? 0) - 0.5);
  const cells = pieces
    .toSorted((a, b) => a.cell.column - b.cell.column)
    .map(({ cell }) => cellXml(table, row, cell, context, lists));
  return `<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${twips(height)}" w:hRule="atLeast"/></w:trPr>${cells.join('')}</w:tr>`;
}

function cellXml(table: Table, row: number, cell: Cell, context: FlowContext, lists: ListNumbers): string {
  const isFirst = row === cell.row;
  const paragraphs = isFirst ? cell.paragraphs : [];
  const properties = [
    `<w:tcW w:w="${twips(cell.right - cell.left)}" w:type="dxa"/>`,
    cell.columnSpan > 1 ? `<w:gridSpan w:val="${cell.columnSpan}"/>` : '',
    cell.rowSpan === 1 ? '' : isFirst ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>',
    cell.fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${cell.fill}"/>` : '',
    table.isRuled && isInMiddle(cell, paragraphs) ? '<w:vAlign w:val="center"/>' : '',
  ];
  const lines = paragraphs.reduce((sum, paragraph) => sum + paragraph.lines.length, 0);
  // Text that is higher than its cell would make the table longer than the page.
  const room = (cell.bottom - cell.top - 0.6) / Math.max(1, lines);
  const content = paragraphs.map((paragraph) => {
    const usual = paragraph.pitch || Math.min(1.2 * paragraph.size, context.pitchOf(paragraph.size));
    const pitch = Math.max(0.9 * paragraph.size, Math.min(usual, room));
    return paragraphXml(paragraph, context, lists, { pitch, isInCell: true });
  });
  return `<w:tc><w:tcPr>${properties.join('')}</w:tcPr>${content.join('') || EMPTY_PARAGRAPH}</w:tc>`;
}

function isInMiddle(cell: Cell, paragraphs: readonly Paragraph[]): boolean {
  const [first] = paragraphs;
  const last = paragraphs.at(-1);
  if (!first || !last) return false;
  const above = first.top - cell.top;
  return above > 4 && Math.abs(above - (cell.bottom - last.bottom)) < 3;
}
