import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Route } from '@filemill/formats';

/** Whether the engine `subtitles` has a part in a route; its suite proves these. */
export const isSubtitleRoute = ({ steps }: Route): boolean =>
  steps.some(({ engine }) => engine === 'subtitles');

/** Times in milliseconds, and words; frames of a 25th second hold these times. */
export const CUES = [
  { startMs: 1_000, endMs: 2_400, text: 'Hello world' },
  { startMs: 4_000, endMs: 6_000, text: 'Second line Мир 漢字' },
];

const SCRIPT = (version: string, styles: string, format: string, start: string): string =>
  `[Script Info]\nScriptType: ${version}\n\n[${styles}]\n${format}\n\n[Events]\nFormat: ${start}, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n` +
  `Dialogue: ${start === 'Layer' ? '0' : 'Marked=0'},0:00:01.00,0:00:02.40,Default,,0,0,0,,Hello world\n` +
  `Dialogue: ${start === 'Layer' ? '0' : 'Marked=0'},0:00:04.00,0:00:06.00,Default,,0,0,0,,Second line\\NМир 漢字\n`;

/** The cues in each format, written by hand after its description. */
export const SUBTITLE_SAMPLES: Readonly<Record<string, string>> = {
  srt: '1\n00:00:01,000 --> 00:00:02,400\nHello world\n\n2\n00:00:04,000 --> 00:00:06,000\nSecond line\nМир 漢字\n',
  vtt: 'WEBVTT\n\n00:01.000 --> 00:02.400\nHello world\n\n2\n00:00:04.000 --> 00:00:06.000\nSecond line\nМир 漢字\n',
  ass: SCRIPT(
    'v4.00+',
    'V4+ Styles',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\nStyle: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1',
    'Layer',
  ),
  ssa: SCRIPT(
    'v4.00',
    'V4 Styles',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding\nStyle: Default,Arial,20,16777215,65535,65535,0,0,0,1,3,0,2,30,30,30,0,0',
    'Marked',
  ),
  ttml: '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body begin="1s"><div>\n<p begin="0s" dur="1400ms">Hello\n world</p>\n<p begin="00:00:03.000" end="00:00:05:00">Second line<br/>Мир <span>漢字</span></p>\n</div></body></tt>\n',
  sbv: '0:00:01.000,0:00:02.400\nHello world\n\n0:00:04.000,0:00:06.000\nSecond line\nМир 漢字\n',
  lrc: '[ar:Nobody]\n[ti:Nothing]\n[00:01.00]Hello world\n[00:02.40]\n[00:04.00]Second line Мир 漢字\n[00:06.00]\n',
  smi: '<SAMI><HEAD><TITLE>x</TITLE></HEAD><BODY>\n<SYNC Start=1000><P Class=ENCC>Hello world\n<SYNC Start=2400><P Class=ENCC>&nbsp;\n<SYNC Start=4000><P Class=ENCC>Second line<br>Мир 漢字\n<SYNC Start=6000><P Class=ENCC>&nbsp;\n</BODY></SAMI>\n',
  microdvd: '{1}{1}25.000\n{25}{60}Hello world\n{100}{150}Second line|Мир 漢字\n',
  subviewer:
    '[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n[SUBTITLE]\n00:00:01.00,00:00:02.40\nHello world\n\n00:00:04.00,00:00:06.00\nSecond line[br]Мир 漢字\n',
  mpl2: '[10][24]Hello world\n[40][60]Second line|Мир 漢字\n',
  jacosub: '#T100\n0:00:01.00 0:00:02.40 D Hello world\n0:00:04.00 0:00:06.00 D Second line\\nМир 漢字\n',
  realtext:
    '<window duration="10"><time begin="00:00:01.00" end="00:00:02.40"/><clear/>Hello world\n<time begin="00:00:04.00" end="00:00:06.00"/><clear/>Second line<br/>Мир 漢字</window>\n',
  pjs: '10,24,"Hello world"\n40,60,"Second line|Мир 漢字"\n',
  aqtitle: '-->> 25\nHello world\n\n-->> 60\n\n-->> 100\nSecond line\nМир 漢字\n-->> 150\n\n',
};

/** What another program than the writer reads: Python's libraries, and ffmpeg for the formats that they lack. */
export function cuesOf(path: string, format: string): typeof CUES {
  const script = fileURLToPath(new URL('./fixtures/read-subtitles.py', import.meta.url));
  const printed = execFileSync('/usr/bin/python3', [script, format, path], { encoding: 'utf8' });
  return JSON.parse(printed) as typeof CUES;
}
