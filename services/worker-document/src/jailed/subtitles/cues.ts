/** A piece of text with one style; line breaks are in the text. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

/** What is shown from one time to another, in milliseconds. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly runs: readonly Run[];
}

/** Subtitles, and whether they had more styles than a {@link Run} has. */
export interface Subtitles {
  readonly cues: readonly Cue[];
  readonly hasOtherStyles: boolean;
  readonly hasComments?: boolean;
}

/** Ends a conversion: the file has no subtitles, or too many, or none after the start of the film. */
export class Refused extends Error {
  constructor(readonly reason: 'corrupt' | 'large' | 'early') {
    super(reason);
  }
}

/** A day of them has fewer. */
const MAX_CUES = 200_000;

/** Cues in the order of their times, those without text left out. @throws {Refused} if none is left */
export function inOrder(cues: readonly Cue[]): readonly Cue[] {
  const filled = cues.filter(
    (cue) => plainText(cue).trim() !== '' && Number.isFinite(cue.startMs + cue.endMs),
  );
  if (filled.length === 0) throw new Refused('corrupt');
  if (filled.length > MAX_CUES) throw new Refused('large');
  return filled.toSorted((a, b) => a.startMs - b.startMs);
}

/** The text of a cue without styles. */
export const plainText = ({ runs }: Cue): string => runs.map(({ text }) => text).join('');

const STYLES = { b: 'bold', i: 'italic', u: 'underline' } as const;

/**
 * Tags of SubRip and WebVTT, and what SubRip takes from SubStation. Anything else between angle brackets is text. Each tag
 * ends within a few hundred characters.
 */
const TAG =
  /<(\/?)(b|i|u|s|c|v|font|lang|ruby|rt)((?:[\s.][^<>\n]{0,300})?)>|<\d\d:[\d:.]{5,12}>|\{\\[^{}\n]{0,300}\}/gi;
/** Tags that carry no style: a speaker, a language, a reading aid, a class without a name. */
const SILENT = new Set(['v', 'lang', 'ruby', 'rt', 'c']);

/** What the tags of a text mean. */
export interface Marked {
  readonly runs: readonly Run[];
  /** Tags other than of bold, italic and underlined text. */
  readonly others: readonly string[];
}

/** Splits a text with tags into runs. @param decode - replaces character references of the text between the tags */
export function readMarked(text: string, decode: (text: string) => string = (part) => part): Marked {
  const runs: Run[] = [];
  const others: string[] = [];
  const style = { bold: false, italic: false, underline: false };
  let from = 0;
  const add = (until: number): void => {
    if (until > from) runs.push({ text: decode(text.slice(from, until)), ...style });
  };
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', more = ''] = match;
    add(match.index);
    from = match.index + whole.length;
    const key = STYLES[name.toLowerCase() as keyof typeof STYLES];
    if (key) style[key] = slash !== '/';
    if (slash !== '/' && (!key || more !== '') && !SILENT.has(name.toLowerCase())) others.push(whole);
    if (slash !== '/' && /^c$/i.test(name) && more !== '') others.push(whole);
  }
  add(text.length);
  return { runs, others };
}

/** Text with opening and closing tags around the runs, the same tags for a style that goes on. */
export function writeMarked(
  runs: readonly Run[],
  tags: Readonly<Record<keyof typeof STYLES, readonly [open: string, close: string]>>,
  encode: (text: string) => string = (text) => text,
): string {
  const names = Object.keys(STYLES) as (keyof typeof STYLES)[];
  return runs
    .map((run) => {
      const used = names.filter((name) => run[STYLES[name]]);
      const open = used.map((name) => tags[name][0]).join('');
      const close = used
        .toReversed()
        .map((name) => tags[name][1])
        .join('');
      return open + encode(run.text) + close;
    })
    .join('');
}

/** Whether any cue has a style. */
export const hasStyles = (cues: readonly Cue[]): boolean =>
  cues.some(({ runs }) => runs.some(({ bold, italic, underline }) => bold || italic || underline));
