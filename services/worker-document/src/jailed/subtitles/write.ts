import { escapeXml } from '../data/xml.js';
import { type Cue, hasStyles, plainText, type Run, writeMarked } from './cues.js';

/** What a writer cannot hold. */
export interface Written {
  readonly text: string;
  readonly losesStyles?: boolean;
  readonly losesTimes?: boolean;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** Hours, minutes and seconds, with `digits` after the point. */
function clock(ms: number, point: string, hourDigits: number, digits = 3): string {
  const unit = 10 ** (3 - digits);
  const units = Math.round(ms / unit);
  const seconds = Math.floor((units * unit) / 1_000);
  const rest = units - seconds * (1_000 / unit);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${pad(hours, hourDigits)}:${pad(minutes)}:${pad(seconds % 60)}${point}${pad(rest, digits)}`;
}

const TAGS = { b: ['<b>', '</b>'], i: ['<i>', '</i>'], u: ['<u>', '</u>'] } as const;
/** An empty line would end the text of a cue. */
const withoutEmptyLines = (text: string): string => text.replace(/\n\s*\n/g, '\n').replace(/^\n|\n$/g, '');

/** SubRip. */
export const writeSrt = (cues: readonly Cue[]): Written => ({
  text: cues
    .map(({ startMs, endMs, runs }, index) => {
      const times = `${clock(startMs, ',', 2)} --> ${clock(endMs, ',', 2)}`;
      return `${index + 1}\n${times}\n${withoutEmptyLines(writeMarked(runs, TAGS))}\n\n`;
    })
    .join(''),
});

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** WebVTT. */
export const writeVtt = (cues: readonly Cue[]): Written => ({
  text: `WEBVTT\n\n${cues
    .map(({ startMs, endMs, runs }) => {
      const times = `${clock(startMs, '.', 2)} --> ${clock(endMs, '.', 2)}`;
      return `${times}\n${withoutEmptyLines(writeMarked(runs, TAGS, escapeVtt))}\n\n`;
    })
    .join('')}`,
});

/** SBV. */
export const writeSbv = (cues: readonly Cue[]): Written => ({
  losesStyles: hasStyles(cues),
  text: cues
    .map((cue) => {
      const times = `${clock(cue.startMs, '.', 1)},${clock(cue.endMs, '.', 1)}`;
      return `${times}\n${withoutEmptyLines(plainText(cue))}\n\n`;
    })
    .join(''),
});

/** The words alone. */
export const writeText = (cues: readonly Cue[]): Written => ({
  losesStyles: hasStyles(cues),
  losesTimes: true,
  text: `${cues.map((cue) => withoutEmptyLines(plainText(cue))).join('\n\n')}\n`,
});

/** A pause that is shorter needs no empty line. */
const SHORT_PAUSE_MS = 100;

/** LRC: the end of a line is that of the next one, or an empty one. */
export function writeLrc(cues: readonly Cue[]): Written {
  const time = (ms: number): string => {
    const hundredths = Math.round(ms / 10);
    return `[${pad(Math.floor(hundredths / 6_000))}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}]`;
  };
  const lines = cues.flatMap((cue, index) => {
    const next = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const line = time(cue.startMs) + plainText(cue).trim().replace(/\s+/g, ' ');
    return next - cue.endMs > SHORT_PAUSE_MS ? [line, time(cue.endMs)] : [line];
  });
  return { losesStyles: hasStyles(cues), text: `${lines.join('\n')}\n` };
}

/** TTML 1 with the styles that it shares with the others. */
export function writeTtml(cues: readonly Cue[]): Written {
  const attributes = ({ bold, italic, underline }: Run): string =>
    (bold ? ' tts:fontWeight="bold"' : '') +
    (italic ? ' tts:fontStyle="italic"' : '') +
    (underline ? ' tts:textDecoration="underline"' : '');
  const content = (run: Run): string => {
    const text = escapeXml(run.text).replaceAll('\n', '<br/>');
    const style = attributes(run);
    return style === '' ? text : `<span${style}>${text}</span>`;
  };
  const lines = cues.map(
    ({ startMs, endMs, runs }) =>
      `<p begin="${clock(startMs, '.', 2)}" end="${clock(endMs, '.', 2)}">${runs.map(content).join('')}</p>`,
  );
  return {
    text: `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="">
<body><div>
${lines.join('\n')}
</div></body>
</tt>
`,
  };
}

/** SAMI: each text stays until the next one, which may be empty. */
export function writeSami(cues: readonly Cue[]): Written {
  const sync = (ms: number, text: string): string =>
    `<SYNC Start=${ms}><P Class=SUBTITLES>${text}</P></SYNC>`;
  const lines = cues.flatMap(({ startMs, endMs, runs }, index) => {
    const text = writeMarked(runs, TAGS, escapeVtt).replaceAll('\n', '<br>');
    const next = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return next > endMs ? [sync(startMs, text), sync(endMs, '&nbsp;')] : [sync(startMs, text)];
  });
  return {
    text: `<SAMI>
<HEAD>
<TITLE></TITLE>
<STYLE TYPE="text/css"><!--
P { font-family: sans-serif; text-align: center; }
.SUBTITLES { Name: Subtitles; lang: en; SAMIType: CC; }
--></STYLE>
</HEAD>
<BODY>
${lines.join('\n')}
</BODY>
</SAMI>
`,
  };
}

const SCRIPT_TAGS = { b: ['{\\b1}', '{\\b0}'], i: ['{\\i1}', '{\\i0}'], u: ['{\\u1}', '{\\u0}'] } as const;
/** Braces would begin a tag; nothing escapes them in every player. */
const escapeScript = (text: string): string =>
  text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '\u29f5').replaceAll('\n', '\\N');

/** Version 4+ of SubStation Alpha, and version 4, whose colours and alignments are other numbers. */
const SCRIPTS = {
  ass: `[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 384
PlayResY: 288

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&H00FFFFFF,&H0000FFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`,
  ssa: `[Script Info]
ScriptType: v4.00
PlayResX: 384
PlayResY: 288

[V4 Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding
Style: Default,Arial,16,16777215,65535,0,0,0,0,1,1,0,2,10,10,10,0,1

[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`,
} as const;

/** SubStation Alpha. */
export const writeScript = (cues: readonly Cue[], version: keyof typeof SCRIPTS): Written => ({
  text:
    SCRIPTS[version] +
    cues
      .map(({ startMs, endMs, runs }) => {
        const times = `${clock(startMs, '.', 1, 2)},${clock(endMs, '.', 1, 2)}`;
        const text = writeMarked(runs, SCRIPT_TAGS, escapeScript);
        return `Dialogue: ${version === 'ass' ? '0' : 'Marked=0'},${times},Default,,0,0,0,,${text}\n`;
      })
      .join(''),
});
