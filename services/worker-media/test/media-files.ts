import { execFile } from 'node:child_process';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a system program outside the jail, to make or inspect a file. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, [...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Runs ffmpeg to make a file. @returns its standard output */
export const makeMedia = (args: readonly string[]): Promise<string> =>
  runProgram('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);

/** Length of every file made here. */
export const DURATION_MS = 1_200;
const SECONDS = `${DURATION_MS / 1000}`;
const TONE = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${SECONDS}`];
const testVideo = (size: string, rate = 25): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${rate}:duration=${SECONDS}`],
];
const TEST_VIDEO = testVideo('160x120');
/** The one clock of H.261 and H.263. */
const TELEVISION_FPS = 30_000 / 1_001;
const SPEECH = [...TONE, '-ac', '1', '-ar', '8000'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** How a small real file of each format is made: from ffmpeg's tones and test cards. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  mp3: [...TONE, '-ac', '2', '-c:a', 'libmp3lame'],
  wav: [...TONE, '-ac', '2'],
  flac: [...TONE, '-ac', '2'],
  aac: [...TONE, '-ac', '2'],
  ogg: [...TONE, '-ac', '2', '-c:a', 'libvorbis'],
  m4a: [...TONE, '-ac', '2', '-c:a', 'aac'],
  m4b: [...TONE, '-ac', '2', '-c:a', 'aac', '-f', 'ipod'],
  m4r: [...TONE, '-ac', '2', '-c:a', 'aac', '-f', 'ipod'],
  wma: [...TONE, '-ac', '2', '-c:a', 'wmav2'],
  mp4: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  avi: [...TEST_VIDEO, ...TONE, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
  mov: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  webm: [
    ...TEST_VIDEO,
    ...TONE,
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-c:a',
    'libopus',
  ],
  mkv: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  flv: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  wmv: [...TEST_VIDEO, ...TONE, '-c:v', 'wmv2', '-c:a', 'wmav2'],
  '3gp': [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  ...Object.fromEntries(
    ['aiff', 'au', 'caf', 'w64', 'voc', 'ast', 'wv', 'tta', 'ac3', 'eac3', 'mp2'].map((id) => [
      id,
      [...TONE, '-ac', '2'],
    ]),
  ),
  sox: [...TONE, '-ac', '2', '-f', 'sox'],
  ircam: [...TONE, '-ac', '2', '-f', 'ircam'],
  opus: [...TONE, '-ac', '2', '-c:a', 'libopus'],
  spx: [...TONE, '-ac', '2', '-ar', '32000', '-c:a', 'libspeex'],
  mka: [...TONE, '-ac', '2', '-c:a', 'flac'],
  ...Object.fromEntries(
    ['dts', 'mlp', 'thd'].map((id) => [
      id,
      [...TONE, '-ac', '2', '-ar', '48000', '-strict', '-2', '-f', id === 'thd' ? 'truehd' : id],
    ]),
  ),
  mpg: [...TEST_VIDEO, ...TONE, '-c:v', 'mpeg2video', '-c:a', 'mp2', '-f', 'vob'],
  ts: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac', '-f', 'mpegts'],
  m2ts: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac', '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
  mxf: [...TEST_VIDEO, ...TONE, '-ar', '48000', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
  ogv: [...TEST_VIDEO, ...TONE, '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  rm: [...testVideo('176x144'), ...TONE, '-c:v', 'rv10', '-c:a', 'ac3'],
  nut: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  wtv: [...TEST_VIDEO, ...TONE, '-c:v', 'mpeg2video', '-c:a', 'mp2'],
  '3g2': [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac'],
  dv: [...TEST_VIDEO, ...TONE, '-ar', '48000', '-ac', '2', '-target', 'pal-dv'],
  h264: [...TEST_VIDEO, ...H264, '-f', 'h264'],
  m2v: [...TEST_VIDEO, '-c:v', 'mpeg2video', '-f', 'mpeg2video'],
  m1v: [...TEST_VIDEO, '-c:v', 'mpeg1video', '-f', 'mpeg1video'],
  m4e: [...TEST_VIDEO, '-c:v', 'mpeg4', '-f', 'm4v'],
  hevc: [...TEST_VIDEO, '-c:v', 'libx265', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p'],
  ivf: [...TEST_VIDEO, '-c:v', 'libvpx', '-deadline', 'realtime'],
  obu: [...TEST_VIDEO, '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime'],
  y4m: [...TEST_VIDEO, '-pix_fmt', 'yuv420p', '-f', 'yuv4mpegpipe'],
  mjpeg: [...TEST_VIDEO, '-c:v', 'mjpeg', '-f', 'mjpeg'],
  h261: [...testVideo('176x144', TELEVISION_FPS), '-f', 'h261'],
  h263: [...testVideo('176x144', TELEVISION_FPS), '-f', 'h263'],
  dnxhd: [
    ...testVideo('256x128'),
    ...['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p', '-f', 'dnxhd'],
  ],
  f4v: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac', '-f', 'f4v'],
  ismv: [...TEST_VIDEO, ...TONE, ...H264, '-c:a', 'aac', '-f', 'ismv'],
  mj2: [...TEST_VIDEO, ...TONE, '-c:v', 'jpeg2000', '-c:a', 'aac', '-brand', 'mjp2', '-f', 'mp4'],
  // As long as the blocks in which its sound is stored.
  gxf: [...testVideo('720x576'), ...TONE, '-ar', '48000', '-ac', '1'].map((arg) =>
    arg.replace(`duration=${SECONDS}`, 'duration=1.365'),
  ),
  amv: [...testVideo('160x112'), ...TONE, '-ar', '22050', '-ac', '1', '-block_size', '882'],
  cpk: [...TEST_VIDEO, ...TONE, '-c:v', 'cinepak', '-c:a', 'pcm_s16be_planar', '-f', 'film_cpk'],
  roq: [...testVideo('160x112', 30), ...TONE, '-ar', '22050', '-f', 'roq'],
  smjpeg: [...TEST_VIDEO, ...TONE, '-f', 'smjpeg'],
  amr: [...SPEECH, '-f', 'amr'],
  awb: [...TONE, '-ac', '1', '-ar', '16000', '-c:a', 'libvo_amrwbenc', '-f', 'amr'],
  gsm: [...SPEECH],
  ulaw: [...SPEECH, '-f', 'mulaw'],
  alaw: [...SPEECH, '-f', 'alaw'],
  sln: [...SPEECH, '-f', 's16le'],
  g722: [...TONE, '-ac', '1', '-ar', '16000'],
  g726: [...SPEECH, '-b:a', '32k', '-f', 'g726'],
  c2: [...SPEECH, '-f', 'codec2'],
  latm: [...TONE, '-ac', '2'],
  sbc: [...TONE, '-ac', '2', '-f', 'sbc'],
  aptx: [...TONE, '-ac', '2', '-f', 'aptx'],
  aptxhd: [...TONE, '-ac', '2', '-f', 'aptx_hd'],
  dfpwm: [...TONE, '-ac', '1', '-ar', '48000', '-f', 'dfpwm'],
  mmf: [...TONE, '-ac', '1'],
  rso: [...TONE, '-ac', '1'],
  adx: [...TONE, '-ac', '2'],
  alp: [...TONE, '-ar', '22050', '-f', 'alp'],
  apm: [...TONE, '-ac', '2', '-f', 'apm'],
  argo: [...TONE, '-ac', '2', '-f', 'argo_asf'],
  kvag: [...TONE, '-ac', '2', '-f', 'kvag'],
  aud: [...TONE, '-f', 'wsaud'],
};

/** The same by SoX, for formats that ffmpeg does not write: the type, and what it holds. */
const SOX_RECIPES: Readonly<Record<string, readonly string[]>> = {
  '8svx': ['-t', '8svx', '-b', '8'],
  maud: ['-t', 'maud'],
  avr: ['-t', 'avr'],
  hcom: ['-t', 'hcom', '-r', '22050', '-c', '1'],
  pvf: ['-t', 'pvf'],
  sph: ['-t', 'sph'],
  wve: ['-t', 'wve', '-r', '8000', '-c', '1'],
};

/** The same by a program for one format. @param wave - path of a WAV file */
const PROGRAMS: Readonly<Record<string, (wave: string, path: string) => [string, ...string[]]>> = {
  mpc: (wave, path) => ['mpcenc', '--silent', '--overwrite', wave, path],
};

/** Files in `fixtures/`, for formats that no free program writes, and how long they are. */
const FIXTURES: Readonly<Record<string, { readonly file: string; readonly ms: number }>> = {
  ape: { file: 'silence.ape', ms: 3_685 },
  tak: { file: 'silence.tak', ms: 3_685 },
  dsf: { file: 'silence.dsf', ms: 80 },
  mpc7: { file: 'click.mpp', ms: 1_567 },
  mod: { file: 'song.mod', ms: 2_140 },
  xm: { file: 'song.xm', ms: 7_006 },
  it: { file: 'song.it', ms: 6_139 },
  s3m: { file: 'song.s3m', ms: 4_948 },
};

/** A scale for abc2midi: eight notes of half a second, and what fluidsynth lets fade away after them. */
const TUNE = { abc: 'X:1\nT:Scale\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nCDEF|GABc|\n', ms: 7_046 };
const LENGTHS_MS: Readonly<Record<string, number>> = { gxf: 1_365, mid: TUNE.ms };

/** Length of the sample of a format. */
export const sampleMs = (format: string): number => LENGTHS_MS[format] ?? FIXTURES[format]?.ms ?? DURATION_MS;

/** Formats with a sample. */
export const FORMATS = [RECIPES, SOX_RECIPES, PROGRAMS, FIXTURES, { mid: TUNE, dff: {} }].flatMap((recipes) =>
  Object.keys(recipes),
);

/** A small file of a format. @returns its path */
export async function makeFormat(folder: string, format: string): Promise<string> {
  const path = join(folder, `sample.${format}`);
  const recipe = RECIPES[format];
  const fixture = FIXTURES[format];
  if (fixture) await copyFile(join(import.meta.dirname, 'fixtures', fixture.file), path);
  else if (recipe) await makeMedia([...recipe, path]);
  else if (format === 'mid') await makeTune(path);
  else if (format === 'dff') await makeDsdiff(path);
  else await makeByAnother(folder, format, path);
  return path;
}

/** One bit a sample, two channels; as many ones as zeros are silence. */
const DSD = { rateHz: 2_822_400, channels: 2, silence: 0x69 };

/** Silence, by WavPack, which makes DSDIFF of bare samples. */
async function makeDsdiff(path: string): Promise<void> {
  const { rateHz, channels, silence } = DSD;
  const bytes = ((rateHz * channels) / 8) * (DURATION_MS / 1_000);
  await writeFile(`${path}.raw`, Buffer.alloc(bytes, silence));
  await runProgram('wavpack', [
    '-q',
    '-y',
    `--raw-pcm=${rateHz},1,${channels}`,
    `${path}.raw`,
    '-o',
    `${path}.wv`,
  ]);
  await runProgram('wvunpack', ['-q', '-y', '--dsdiff', `${path}.wv`, '-o', path]);
  // A raw photo has that ending, too.
  await rm(`${path}.raw`);
}

async function makeTune(path: string): Promise<void> {
  await writeFile(`${path}.abc`, TUNE.abc);
  await runProgram('abc2midi', [`${path}.abc`, '-silent', '-o', path]);
}

async function makeByAnother(folder: string, format: string, path: string): Promise<void> {
  const wave = join(folder, `for-${format}.wav`);
  const synthesis = ['synth', SECONDS, 'sine', '440'];
  const recipe = SOX_RECIPES[format];
  // SoX' defaults are 48 kHz and one channel.
  const source = ['-n', '-r', '44100', '-c', '2', '-b', '16'];
  await runProgram(
    'sox',
    recipe ? [...source, ...recipe, path, ...synthesis] : [...source, wave, ...synthesis],
  );
  const command = PROGRAMS[format]?.(wave, path);
  if (command) await runProgram(command[0], command.slice(1));
}

const LONG_SECONDS = 6;

/**
 * A file of a format with six seconds, made once for each format; MP4 and relatives have the moov box first.
 *
 * @returns its path
 */
export function makeLong(folder: string, format: string): Promise<string> {
  const path = join(folder, `long.${format}`);
  const known = longFiles.get(path);
  if (known) return known;
  const recipe = (RECIPES[format] ?? []).map((arg) =>
    arg.replace(`duration=${SECONDS}`, `duration=${LONG_SECONDS}`),
  );
  const front = ['mp4', 'mov', 'm4a', '3gp'].includes(format) ? ['-movflags', '+faststart'] : [];
  const making = makeMedia([...recipe, ...front, path]).then(() => path);
  longFiles.set(path, making);
  return making;
}

const longFiles = new Map<string, Promise<string>>();

/** A stream as ffprobe reports it. */
interface Stream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly width?: number;
  readonly height?: number;
  readonly channels?: number;
  readonly sample_rate?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: Readonly<Record<string, number>>;
}

/** What ffprobe reports about a file. */
export async function probe(path: string): Promise<{ streams: Stream[]; tags: Record<string, string> }> {
  const text = await runProgram('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  const { streams, format } = JSON.parse(text) as {
    streams: Stream[];
    format: { tags?: Record<string, string> };
  };
  return { streams, tags: format.tags ?? {} };
}

/** Checksum of the packets of one stream, without timestamps and ADTS headers. */
export const packetHash = (path: string, stream: string): Promise<string> =>
  makeMedia([
    ...['-i', path, '-map', `0:${stream}`, '-c', 'copy', '-f', 'streamhash', '-hash', 'md5'],
    ...(path.endsWith('.aac') ? ['-bsf:a', 'aac_adtstoasc'] : []),
    '-',
  ]);

/** Checksum of the samples of the first audio stream, as 32-bit integers. */
export const soundHash = (path: string): Promise<string> =>
  makeMedia(['-i', path, '-map', '0:a:0', '-c:a', 'pcm_s32le', '-f', 'md5', '-']);

/** Length of the decoded stream in milliseconds. @param reader - arguments for the input, such as its demuxer */
export async function decodedMs(
  path: string,
  stream: 'a:0' | 'v:0',
  reader: readonly string[] = [],
): Promise<number> {
  const text = await runProgram('ffmpeg', [
    ...[
      '-nostdin',
      '-v',
      'error',
      ...reader,
      '-i',
      path,
      '-map',
      `0:${stream}`,
      '-f',
      'null',
      '-progress',
      'pipe:1',
      '-',
    ],
  ]);
  const times = [...text.matchAll(/out_time_us=(\d+)/g)];
  return Number(times.at(-1)?.[1] ?? 0) / 1000;
}

/** A track as mediainfo reports it, which shares no code with ffmpeg. */
interface MediaInfoTrack {
  readonly '@type': string;
  readonly Format?: string;
  readonly Duration?: string;
  readonly Width?: string;
  readonly Height?: string;
  readonly BitDepth?: string;
  readonly MuxingMode?: string;
}

/** The tracks of a file as mediainfo reports them. */
export async function mediainfo(path: string): Promise<MediaInfoTrack[]> {
  const text = await runProgram('mediainfo', ['--Output=JSON', path]);
  return (JSON.parse(text) as { media: { track: MediaInfoTrack[] } }).media.track;
}

/** Formats that mediainfo does not know; SoX reads them. */
const READ_BY_SOX: Readonly<Record<string, readonly string[]>> = {
  ircam: [],
  sox: [],
  voc: [],
  wv: [],
  gsm: [],
  // No header says what they hold.
  ulaw: ['-t', 'ul', '-r', '8000', '-c', '1'],
  alaw: ['-t', 'al', '-r', '8000', '-c', '1'],
  sln: ['-t', 'sln'],
};

/** Animated WebP, which ffmpeg does not decode, as `webpmux` describes it: the size, and each frame's milliseconds. */
async function webpTracks(path: string): Promise<MediaInfoTrack[]> {
  const text = await runProgram('webpmux', ['-info', path]);
  const [, Width = '', Height = ''] = /Canvas size: (\d+) x (\d+)/.exec(text) ?? [];
  const frames = [...text.matchAll(/^ *\d+: +(?:\S+ +){5}(\d+) /gm)];
  const ms = frames.reduce((sum, [, frameMs]) => sum + Number(frameMs), 0);
  return [{ '@type': 'Video', Width, Height, Duration: `${ms / 1000}` }];
}

/** AV1 without a container, decoded by dav1d, which then says the size. */
async function obuTracks(path: string): Promise<MediaInfoTrack[]> {
  const decoded = `${path}.y4m`;
  await runProgram('dav1d', ['--quiet', '-i', path, '-o', decoded]);
  return mediainfo(decoded);
}

/** The tracks of a file as a program other than ffmpeg reports them. */
export async function tracksOf(path: string, format: string): Promise<MediaInfoTrack[]> {
  if (format === 'obu') return obuTracks(path);
  if (format === 'webp') return webpTracks(path);
  const reader = READ_BY_SOX[format];
  if (!reader) {
    const tracks = await mediainfo(path);
    return (
      tracks
        // DV holds sound among its pictures too.
        .filter(({ MuxingMode }) => MuxingMode !== 'DV')
        .map((track) => (track['@type'] === 'Image' ? { ...track, '@type': 'Video' } : track))
    );
  }
  const samples = await runProgram('sox', [...reader, path, '-t', 's16', '-']);
  return samples.length > 0 ? [{ '@type': 'Audio' }] : [];
}
