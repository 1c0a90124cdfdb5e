import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SubtitleFormat } from '@filemill/formats';
import { Refused as RefusedData } from './data/model.js';
import { jobArguments } from './job-arguments.js';
import { type Cue, Refused, type Subtitles } from './subtitles/cues.js';
import { decodeReferences, readLrc, readSbv, readSrt, readVtt } from './subtitles/read.js';
import { encodeText, readRetiming, retime } from './subtitles/times.js';
import { readTtml } from './subtitles/ttml.js';
import {
  type Written,
  writeLrc,
  writeSami,
  writeSbv,
  writeScript,
  writeSrt,
  writeText,
  writeTtml,
  writeVtt,
} from './subtitles/write.js';
import { decodeText } from './text/decode.js';

/**
 * Runs inside the jail. Arguments: `decode`, a path and another path: writes a text in any encoding as UTF-8, for ffmpeg.
 * Or `convert`, path and format of the input, path and format of the output, and what the user wants of the times and of
 * the encoding.
 *
 * Standard output: `loss <code>`, or `refused <reason>`.
 */
const [task = '', ...paths] = jobArguments();

/** No film has as much text. */
const MAX_BYTES = 64 * 1024 ** 2;

type Reader = (text: string) => Subtitles;
const READERS: { readonly [F in SubtitleFormat | 'ffmpeg']?: Reader } = {
  srt: readSrt,
  vtt: readVtt,
  sbv: readSbv,
  ttml: readTtml,
  lrc: readLrc,
  // SubRip, as ffmpeg has made it of another format.
  ffmpeg: (text) => readSrt(text, true),
  sami: (text) => readSrt(text, true, decodeReferences),
};

const WRITERS: Readonly<Record<SubtitleFormat, (cues: readonly Cue[]) => Written>> = {
  srt: writeSrt,
  vtt: writeVtt,
  sbv: writeSbv,
  ttml: writeTtml,
  lrc: writeLrc,
  sami: writeSami,
  text: writeText,
  ass: (cues) => writeScript(cues, 'ass'),
  ssa: (cues) => writeScript(cues, 'ssa'),
};

function readText(path: string): string {
  if (statSync(path).size > MAX_BYTES) throw new Refused('large');
  return decodeText(readFileSync(path));
}

function convert(given: readonly string[]): void {
  const [input = '', from = '', output = '', to = '', times = '1 0', encoding = 'utf-8'] = given;
  const read = READERS[from as SubtitleFormat];
  if (!read) throw new Error(`no reader of ${from}`);
  const { cues, hasOtherStyles, hasComments } = read(readText(input));
  const moved = retime(cues, readRetiming(times));
  if (moved.length === 0) throw new Refused('early');
  const written = WRITERS[to as SubtitleFormat](moved);
  writeFileSync(output, encodeText(written.text.toWellFormed(), encoding));
  if (hasOtherStyles || written.losesStyles) console.log('loss subtitle_styles_dropped');
  if (written.losesTimes) console.log('loss subtitle_times_dropped');
  if (hasComments) console.log('loss comments_dropped');
}

try {
  if (task === 'decode') writeFileSync(paths[1] ?? '', readText(paths[0] ?? ''));
  else convert(paths);
} catch (error) {
  if (!(error instanceof Refused || error instanceof RefusedData)) throw error;
  console.log(`refused ${error.reason}`);
}
