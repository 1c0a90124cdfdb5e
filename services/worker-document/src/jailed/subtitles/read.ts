import { type Cue, inOrder, readMarked, type Subtitles } from './cues.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n?|\n/);

/** Digits after the point, as milliseconds. */
const fraction = (digits: string): number => Math.round(Number(`0.${digits || '0'}`) * SECOND);

const CLOCK = '(?:(\\d{1,3}):)?(\\d{1,2}):(\\d{1,2})[,.](\\d{1,3})';
const ARROW = new RegExp(`^\\s{0,9}${CLOCK}\\s{0,9}-->\\s{0,9}${CLOCK}(.{0,300})`);
const COMMA = new RegExp(`^${CLOCK},${CLOCK}\\s{0,9}$`);

interface Timing {
  readonly startMs: number;
  readonly endMs: number;
  readonly settings: string;
}

function timingOf(line: string, pattern: RegExp): Timing | undefined {
  const [found, ...parts] = pattern.exec(line) ?? [];
  if (found === undefined) return undefined;
  const clock = ([hours = '0', minutes, seconds, digits = '']: readonly (string | undefined)[]): number =>
    Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND + fraction(digits);
  return {
    startMs: clock(parts.slice(0, 4)),
    endMs: clock(parts.slice(4, 8)),
    settings: (parts[8] ?? '').trim(),
  };
}

/**
 * Reads SubRip: a number, a line of times and text. Empty lines inside a text stay.
 *
 * @param decode - replaces the references that ffmpeg leaves as they are
 * @param defaultStyle - whether one kind of font is only the default style of a SubStation file, as ffmpeg writes it
 */
export function readSrt(
  text: string,
  defaultStyle = false,
  decode = (part: string): string => part,
): Subtitles {
  const lines = linesOf(text);
  const cues: Cue[] = [];
  const others = new Set<string>();
  let timing: Timing | undefined;
  let body: string[] = [];
  const finish = (hasNumber: boolean): void => {
    if (timing) {
      if (hasNumber && /^\s*\d+\s*$/.test(body.at(-1) ?? '')) body.pop();
      const marked = readMarked(body.join('\n').trim(), decode);
      for (const tag of marked.others) others.add(tag);
      if (timing.settings !== '') others.add(timing.settings);
      cues.push({ ...timing, runs: marked.runs });
    }
    body = [];
  };
  for (const line of lines) {
    const next = timingOf(line, ARROW);
    if (next) {
      finish(true);
      timing = next;
    } else body.push(line);
  }
  finish(false);
  return { cues: inOrder(cues), hasOtherStyles: others.size > (defaultStyle ? 1 : 0) };
}

const REFERENCES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f', quot: '"' },
};
/** Replaces the character references of WebVTT, which SAMI has, too. */
export const decodeReferences = (text: string): string =>
  text.replace(/&([a-z]{2,4});/g, (whole, name: string) => REFERENCES[name] ?? whole);

/** Reads WebVTT: blocks between empty lines. @see https://www.w3.org/TR/webvtt1/ */
export function readVtt(text: string): Subtitles {
  const cues: Cue[] = [];
  let hasOtherStyles = false;
  let hasComments = false;
  for (const block of blocksOf(linesOf(text))) {
    const at = block.slice(0, 2).findIndex((line) => ARROW.test(line));
    const timing = at < 0 ? undefined : timingOf(block[at] ?? '', ARROW);
    if (/^NOTE(?:\s|$)/.test(block[0] ?? '')) hasComments = true;
    else if (/^(?:STYLE|REGION)\s*$/.test(block[0] ?? '')) hasOtherStyles = true;
    else if (timing) {
      const { runs, others } = readMarked(block.slice(at + 1).join('\n'), decodeReferences);
      hasOtherStyles ||= others.length > 0 || timing.settings !== '';
      cues.push({ ...timing, runs });
    }
  }
  return { cues: inOrder(cues), hasOtherStyles, hasComments };
}

function* blocksOf(lines: readonly string[]): Generator<string[]> {
  let block: string[] = [];
  for (const line of lines) {
    if (line !== '') block.push(line);
    else {
      if (block.length > 0) yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/** Reads YouTube's SBV: a line of times, then text until an empty line. It has no styles. */
export function readSbv(text: string): Subtitles {
  const cues: Cue[] = [];
  for (const [first = '', ...others] of blocksOf(linesOf(text))) {
    const timing = timingOf(first, COMMA);
    if (timing) cues.push({ ...timing, runs: [plainRun(others.join('\n').replaceAll('[br]', '\n'))] });
  }
  return { cues: inOrder(cues), hasOtherStyles: false };
}

const plainRun = (text: string) => ({ text, bold: false, italic: false, underline: false });

const LYRIC_TIME = /\[(\d{1,3}):(\d\d)(?:[.:](\d{1,3}))?\]/y;
const LYRIC_OFFSET = /^\[offset:\s{0,9}([-+]?\d{1,9})\s{0,9}\]/i;
/** Of the last line, whose end nothing tells. */
const LAST_LINE_MS = 5 * SECOND;

/** Reads LRC: each line is sung until the next one begins. */
export function readLrc(text: string): Subtitles {
  const starts: { startMs: number; text: string }[] = [];
  let offsetMs = 0;
  let hasOtherStyles = false;
  for (const line of linesOf(text)) {
    offsetMs = Number(LYRIC_OFFSET.exec(line)?.[1] ?? offsetMs);
    let at = 0;
    const times: number[] = [];
    for (;;) {
      LYRIC_TIME.lastIndex = at;
      const [found = '', minutes, seconds, digits = ''] = LYRIC_TIME.exec(line) ?? [];
      if (found === '') break;
      times.push(Number(minutes) * MINUTE + Number(seconds) * SECOND + fraction(digits));
      at += found.length;
    }
    // Times of single words.
    const words = line.slice(at).replace(/<\d{1,3}:\d\d(?:[.:]\d{1,3})?>/g, () => {
      hasOtherStyles = true;
      return '';
    });
    for (const startMs of times)
      starts.push({ startMs: Math.max(0, startMs - offsetMs), text: words.trim() });
  }
  starts.sort((a, b) => a.startMs - b.startMs);
  const cues = starts.map(({ startMs, text: words }, index) => ({
    startMs,
    endMs: starts[index + 1]?.startMs ?? startMs + LAST_LINE_MS,
    runs: [plainRun(words)],
  }));
  return { cues: inOrder(cues), hasOtherStyles };
}
