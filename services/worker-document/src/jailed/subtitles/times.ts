import type { Cue } from './cues.js';

/** What the user wants of the times: first they are stretched, then moved. */
export interface Retiming {
  readonly factor: number;
  readonly shiftMs: number;
}

/** Reads `factor shiftMs`, two numbers that the engine has written. */
export function readRetiming(text: string): Retiming {
  const [factor = 1, shiftMs = 0] = text.split(' ').map(Number);
  if (!(factor > 0) || !Number.isFinite(factor + shiftMs)) throw new Error(`not a retiming: ${text}`);
  return { factor, shiftMs };
}

/** Cues at other times: what would end before the film begins is left out, what would begin before it begins with it. */
export function retime(cues: readonly Cue[], { factor, shiftMs }: Retiming): readonly Cue[] {
  if (factor === 1 && shiftMs === 0) return cues;
  const move = (ms: number): number => Math.round(ms * factor + shiftMs);
  return cues
    .map((cue) => ({ ...cue, startMs: Math.max(0, move(cue.startMs)), endMs: move(cue.endMs) }))
    .filter(({ endMs }) => endMs > 0);
}

/** Bytes of a text. UTF-16 has its lowest byte first, as Windows does. */
export function encodeText(text: string, encoding: string): Buffer {
  const marked = encoding === 'utf-8' ? text : `\ufeff${text}`;
  return Buffer.from(marked, encoding === 'utf-16' ? 'utf16le' : 'utf8');
}
