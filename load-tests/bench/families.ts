import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { inTempFolder } from './bare.ts';
import { compareAlone, report } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

const run = promisify(execFile);
/** The libvips inside sharp sets VIPSHOME, with which Debian's libvips would find no module. */
const exec = (program: string, args: readonly string[]) =>
  run(program, [...args], { maxBuffer: MAX_OUTPUT_BYTES, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' } });
const RUNS = 7;
/** Seconds that the service may add to a conversion. */
const MAX_ADDED = 0.06;
const ROWS = 500;
/** Of a program that prints the whole file. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A pair that stands for its family, and the program of its engine with nothing around it. */
interface FamilyPair {
  readonly family: string;
  readonly from: string;
  readonly to: string;
  readonly program: string;
  /** @param input - path of the source; @param output - path of the result, in an empty folder */
  args(input: string, output: string): readonly string[];
}

const profileIn = (output: string): string => `-env:UserInstallation=file://${dirname(output)}/profile`;
const office = (family: string, from: string, to: string): FamilyPair => ({
  ...{ family, from, to, program: 'soffice' },
  args: (input, output) => [
    ...[profileIn(output), '--headless', '--convert-to', to, '--outdir', dirname(output), input],
  ],
});
const pandoc = (family: string, from: string, to: string): FamilyPair => ({
  ...{ family, from, to, program: 'pandoc' },
  args: (input, output) => [input, '-o', output],
});
const ffmpeg = (family: string, from: string, to: string): FamilyPair => ({
  ...{ family, from, to, program: 'ffmpeg' },
  args: (input, output) => ['-v', 'error', '-nostdin', '-i', input, output],
});

/** One pair of each family that no other part of the benchmark measures. */
const PAIRS: readonly FamilyPair[] = [
  ffmpeg('picture by ffmpeg', 'png', 'qoi'),
  {
    ...{ family: 'picture by libvips', from: 'heic', to: 'jpg', program: 'vips' },
    args: (input, output) => ['copy', input, `${output}[Q=85]`],
  },
  ffmpeg('sound', 'flac', 'opus'),
  {
    ...{ family: 'notes', from: 'mid', to: 'wav', program: 'fluidsynth' },
    args: (input, output) => [
      ...['-q', '-n', '-i', '-r', '44100', '-F', output],
      ...['/usr/share/sounds/sf2/TimGM6mb.sf2', input],
    ],
  },
  ffmpeg('subtitles', 'srt', 'vtt'),
  office('sheet', 'xlsx', 'ods'),
  office('document', 'odt', 'rtf'),
  pandoc('markup', 'md', 'docx'),
  pandoc('book by pandoc', 'docx', 'epub'),
  {
    ...{ family: 'page to pixels', from: 'pdf', to: 'jpg', program: 'pdftoppm' },
    args: (input, output) => ['-jpeg', '-r', '150', input, output],
  },
  {
    ...{ family: 'web page', from: 'html', to: 'pdf', program: 'chromium-headless-shell' },
    args: (input, output) => [
      ...['--no-sandbox', '--disable-gpu', `--user-data-dir=${dirname(output)}/profile`],
      ...[`--print-to-pdf=${output}`, `file://${input}`],
    ],
  },
];

/** Makes the sources that are not among the inputs of the benchmark. @returns their paths by format */
async function makeSources(folder: string, input: InputPaths): Promise<ReadonlyMap<string, string>> {
  const at = (format: string): string => `${folder}/source.${format}`;
  const toOffice = (source: string, format: string) =>
    exec('/usr/bin/soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      ...['--headless', '--convert-to', format, '--outdir', folder, source],
    ]);
  const rows = Array.from({ length: ROWS }, (_, row) => `${row},flour ${row},${row * 1.5},2026-01-02`);
  const section =
    '## The mill\n\nIt takes *something whole* and gives back [what you need](https://example.org).\n\n- one\n- two\n\n';
  await writeFile(`${folder}/source.csv`, `id,name,weight,date\n${rows.join('\n')}\n`);
  await writeFile(at('md'), section.repeat(40));
  await writeFile(
    at('html'),
    `<!doctype html><title>The mill</title>${'<h2>The mill</h2><p>It takes something whole.</p>'.repeat(40)}`,
  );
  await writeFile(
    `${folder}/tune.abc`,
    `X:1\nT:Scale\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\n${'CDEF|GABc|'.repeat(8)}\n`,
  );
  await exec('/usr/bin/abc2midi', [`${folder}/tune.abc`, '-silent', '-o', at('mid')]);
  const cues = Array.from(
    { length: 500 },
    (_, i) => `${i + 1}\n${clock(i)},000 --> ${clock(i)},900\nLine ${i}\n`,
  );
  await writeFile(at('srt'), cues.join('\n'));
  await toOffice(`${folder}/source.csv`, 'xlsx');
  await copyFile(input.letter, at('docx'));
  await toOffice(at('docx'), 'odt');
  await toOffice(at('docx'), 'pdf');
  await exec('/usr/bin/ffmpeg', ['-v', 'error', '-i', input.sound, '-t', '20', at('flac')]);
  await exec('/usr/bin/ffmpeg', ['-v', 'error', '-i', input.snapshot, at('png')]);
  await exec('/usr/bin/vips', ['copy', input.snapshot, `${at('heic')}[Q=80]`]);
  return new Map(PAIRS.map(({ from }) => [from, at(from)]));
}

const clock = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;

const bareOf =
  ({ program, to, args }: FamilyPair, source: string) =>
  (): Promise<void> =>
    inTempFolder((folder) => exec(`/usr/bin/${program}`, args(source, `${folder}/source.${to}`)));

/** Compares one pair of each family with the program of its engine, a process per file. */
export const benchFamilies = ({ url }: RunningStack, input: InputPaths): Promise<void> =>
  inTempFolder(async (folder) => {
    const sources = await makeSources(folder, input);
    const slower: string[] = [];
    for (const pair of PAIRS) {
      const source = sources.get(pair.from) ?? '';
      const service = () => convert(url, source, pair.to);
      const what = `${pair.family}: ${pair.from} to ${pair.to}`;
      const sides = { engine: pair.program, bare: bareOf(pair, source), service };
      const { seconds } = await compareAlone(what, sides, RUNS, '<= 60 ms added');
      if (seconds.service - seconds.bare > MAX_ADDED) slower.push(`${pair.from} to ${pair.to}`);
    }
    report('families that add more than 60 ms', { count: slower.length, pairs: slower.join(', ') || 'none' });
  });
