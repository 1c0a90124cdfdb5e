import { joinRow, rowsOfLines } from '../layout/line.js';
import { least, most } from '../layout/numbers.js';
import { type Paragraph, type Span, settle } from '../layout/paragraph.js';
import { paragraphsOf } from '../layout/paragraphs.js';
import type { RunningKind, RunningLine } from '../layout/running.js';
import { ListNumbers, paragraphXml } from './paragraph-xml.js';
import type { FlowContext } from './runs.js';
import { BASELINE_SHARE, type Running } from './sections.js';

/** The running lines of a page. */
export interface PageRunning {
  readonly index: number;
  readonly lines: readonly RunningLine[];
}

/** A field of Word that stands in the place of a number. */
interface NumberField {
  /** Which number of the line, from 0. */
  readonly ordinal: number;
  readonly name: NonNullable<Span['field']>;
}

const DIGITS = /\d+/g;
const numbersOf = (text: string) => (text.match(DIGITS) ?? []).map(Number);

/** Writes head and foot from the first page that has each line. @param column - the edges of the text, points */
export function writeRunning(
  pages: readonly PageRunning[],
  column: { readonly left: number; readonly right: number },
  context: FlowContext,
): Running {
  const parts = (['header', 'footer'] as const).map((kind) => partOf(kind, pages, column, context));
  const lines = pages.flatMap((page) => page.lines);
  const heads = lines.filter((line) => line.kind === 'header').map((running) => running.line);
  const feet = lines.filter((line) => line.kind === 'footer').map((running) => running.line);
  return {
    references: parts.map((part) => part.reference).join(''),
    headTop: heads.length > 0 ? least(heads, (line) => line.baseline - 0.98 * line.size) : undefined,
    footTop: feet.length > 0 ? least(feet, (line) => line.baseline - line.size) : undefined,
    footBottom:
      feet.length > 0 ? most(feet, (line) => line.baseline + BASELINE_SHARE * line.size) : undefined,
    firstNumber: parts.find((part) => part.firstNumber !== undefined)?.firstNumber,
    skipsFirstPage: lines.length > 0 && pages[0]?.lines.length === 0,
  };
}

function partOf(
  kind: RunningKind,
  pages: readonly PageRunning[],
  column: { readonly left: number; readonly right: number },
  context: FlowContext,
): { reference: string; firstNumber?: number | undefined } {
  const first = new Map<string, RunningLine & { readonly index: number }>();
  for (const { index, lines } of pages) {
    for (const line of lines) {
      if (line.kind === kind && !first.has(line.key)) first.set(line.key, { ...line, index });
    }
  }
  if (first.size === 0) return { reference: '' };
  const lists = new ListNumbers();
  let firstNumber: number | undefined;
  const xml = rowsOfLines([...first.values()].map((running) => running.line)).map((row) => {
    const running = [...first.values()].find((other) => row.includes(other.line) && other.key.includes('#'));
    const paragraphs = paragraphsOf([joinRow(row)], column, context.pitchOf);
    for (const paragraph of paragraphs) settle(paragraph, [], new Set());
    const fields = running ? fieldsOf(running, pages) : [];
    const page = fields.find((field) => field.name === 'PAGE');
    if (running && page) {
      const start = (numbersOf(running.line.text)[page.ordinal] as number) - running.index;
      if (start !== 1 && start >= 0) firstNumber = start;
    }
    return paragraphs.map((paragraph) => withFields(paragraph, fields, context, lists)).join('');
  });
  const id = context.docx.marginText(kind, xml.join(''));
  return { reference: `<w:${kind}Reference w:type="default" r:id="${id}"/>`, firstNumber };
}

/** Which numbers of a running line count pages: one that grows with them, and a constant one that is their count. */
function fieldsOf(
  running: RunningLine & { readonly index: number },
  pages: readonly PageRunning[],
): NumberField[] {
  const numbers = numbersOf(running.line.text);
  const other = pages.find(
    (page) => page.index > running.index && page.lines.some((line) => isSameLine(line, running)),
  );
  const line = other?.lines.find((candidate) => isSameLine(candidate, running));
  const others = numbersOf(line?.line.text ?? '');
  const ordinal = numbers.findIndex(
    (number, at) => other !== undefined && (others[at] ?? 0) - number === other.index - running.index,
  );
  if (ordinal < 0) return [];
  const total = numbers.findIndex(
    (number, at) => at > ordinal && number === pages.length && others[at] === number,
  );
  return [{ ordinal, name: 'PAGE' }, ...(total < 0 ? [] : [{ ordinal: total, name: 'NUMPAGES' } as const])];
}

const isSameLine = (a: RunningLine, b: RunningLine) => a.kind === b.kind && a.key === b.key;

/** The paragraph with fields in the place of its numbers. */
function withFields(
  paragraph: Paragraph,
  fields: readonly NumberField[],
  context: FlowContext,
  lists: ListNumbers,
): string {
  let ordinal = -1;
  const spans = paragraph.spans.flatMap((span) =>
    span.text.split(/(\d+)/).map((text): Span => {
      if (!/^\d/.test(text)) return { ...span, text };
      ordinal += 1;
      const at = ordinal;
      return { ...span, text, field: fields.find((field) => field.ordinal === at)?.name };
    }),
  );
  const shown = { ...paragraph, headingLevel: 0, spans: spans.filter((span) => span.text !== '') };
  return paragraphXml(shown, context, lists, { pitch: 1.2 * paragraph.size });
}
