import { parseXml } from '../data/xml.js';
import { type Cue, inOrder, type Run, type Subtitles } from './cues.js';

type Attributes = Readonly<Record<string, string>>;

/** What an element passes on to those in it. */
interface Context {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number | undefined;
  readonly style: Omit<Run, 'text'>;
}

/** Attributes, whatever the prefix of their namespace is. */
const attribute = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];

const CLOCK = /^(\d{2,}):(\d\d):(\d\d)(?:\.(\d{1,9})|:(\d{1,3}))?$/;
const OFFSET = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
const STYLES = ['fontStyle', 'fontWeight', 'textDecoration'];
/** Attributes of styles that a run cannot hold. */
const OTHER_STYLES = [
  'color',
  'backgroundColor',
  'fontFamily',
  'fontSize',
  'textAlign',
  'region',
  'origin',
  'extent',
];

/** Reads TTML: paragraphs with a beginning and an end, which count from that of what is around them. */
export function readTtml(text: string): Subtitles {
  const styles = new Map<string, Attributes>();
  const open: Context[] = [];
  const cues: Cue[] = [];
  let runs: Run[] | undefined;
  let hasOtherStyles = false;
  let hasComments = false;
  let rates = { frame: 30, tick: 1 };

  const timeOf = (value: string | undefined): number | undefined => {
    if (value === undefined) return undefined;
    const [clock, hours, minutes, seconds, digits, frames] = CLOCK.exec(value) ?? [];
    if (clock !== undefined)
      return (
        Number(hours) * 3_600_000 +
        Number(minutes) * 60_000 +
        Number(seconds) * 1_000 +
        Math.round(Number(`0.${digits ?? 0}`) * 1_000 + (Number(frames ?? 0) * 1_000) / rates.frame)
      );
    const [offset, count, unit = ''] = OFFSET.exec(value) ?? [];
    if (offset === undefined) return undefined;
    if (unit === 'f' || unit === 't')
      return Math.round((Number(count) * 1_000) / (unit === 'f' ? rates.frame : rates.tick));
    return Math.round(Number(count) * (UNITS[unit] ?? 0));
  };

  const styleOf = (attributes: Attributes, inherited: Context['style']): Context['style'] => {
    const ids = (attribute(attributes, 'style') ?? '').split(/\s+/);
    const named = ids.map((id) => styles.get(id)).filter((style) => style !== undefined);
    let style = inherited;
    for (const each of [...named, attributes]) {
      const [slant, weight, line] = STYLES.map((name) => attribute(each, name));
      if (slant) style = { ...style, italic: slant !== 'normal' };
      if (weight) style = { ...style, bold: weight !== 'normal' };
      if (line) style = { ...style, underline: line === 'underline' };
      hasOtherStyles ||= OTHER_STYLES.some((name) => attribute(each, name) !== undefined);
    }
    return style;
  };

  parseXml(text, {
    comment: () => {
      hasComments = true;
    },
    open(whole, attributes) {
      const name = localName(whole);
      const around = open.at(-1);
      if (name === 'tt') {
        const [numerator = 1, denominator = 1] = (attribute(attributes, 'frameRateMultiplier') ?? '')
          .split(/\s+/)
          .map(Number)
          .filter(Boolean);
        const frame = (Number(attribute(attributes, 'frameRate')) || 30) * (numerator / denominator);
        rates = { frame, tick: Number(attribute(attributes, 'tickRate')) || frame };
      }
      const id = attribute(attributes, 'id');
      if (name === 'style' && id !== undefined) styles.set(id, attributes);
      const begin = timeOf(attributes.begin);
      const startMs = (around?.startMs ?? 0) + (begin ?? 0);
      const duration = timeOf(attributes.dur);
      const end = timeOf(attributes.end);
      const own = end === undefined ? duration && startMs + duration : (around?.startMs ?? 0) + end;
      const inherited = around?.style ?? { bold: false, italic: false, underline: false };
      const isContent = ['body', 'div', 'p', 'span'].includes(name);
      open.push({
        name,
        startMs,
        endMs: own ?? around?.endMs,
        style: isContent ? styleOf(attributes, inherited) : inherited,
      });
      if (name === 'p') runs = [];
      if (name === 'br' && runs) runs.push({ text: '\n', ...inherited });
    },
    text(part) {
      const around = open.at(-1);
      if (runs && around && around.name !== 'metadata')
        runs.push({ text: part.replace(/\s+/g, ' '), ...around.style });
    },
    close() {
      const closed = open.pop();
      if (closed?.name !== 'p' || !runs) return;
      if (closed.endMs !== undefined)
        cues.push({ startMs: closed.startMs, endMs: closed.endMs, runs: trimmed(runs) });
      runs = undefined;
    },
  });
  return { cues: inOrder(cues), hasOtherStyles, hasComments };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Without the white space of the file's own lines: at the ends, and around a line break. */
function trimmed(runs: readonly Run[]): Run[] {
  const kept = runs.filter(({ text }) => text !== '');
  return kept
    .map((run, index) => {
      const isFirst = index === 0 || kept[index - 1]?.text.endsWith('\n');
      const isLast = index === kept.length - 1 || kept[index + 1]?.text.startsWith('\n');
      const start = isFirst ? run.text.replace(/^ /, '') : run.text;
      return { ...run, text: isLast ? start.replace(/ $/, '') : start };
    })
    .filter(({ text }) => text !== '');
}
