import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FormatSpec, holdsOnlyText } from '@filemill/formats';
import { type Feature, heldIn, madeOnce, type SeededFile } from '@filemill/worker/proving';
import { makeMedia, probe, runProgram } from './media-files.js';

const SECONDS = '0.4';
const tone = (layout: string, rateHz: number): string[] => [
  ...['-f', 'lavfi', '-i', `anoisesrc=sample_rate=${rateHz}:duration=${SECONDS}:seed=7:amplitude=0.2`],
  ...['-channel_layout', layout],
];
/** The encoder of AV1 takes no pictures below 64 pixels. */
const card = (size: string, fps: number): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${fps}:duration=${SECONDS}`],
];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const STYLED =
  '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:00:00.30,Default,{\\b1}Hello\n';
const PLAIN = '1\n00:00:00,000 --> 00:00:00,300\nHello\n';
const CHAPTERS =
  ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=200\nEND=400\ntitle=Two\n';

/** Formats of video whose sound has several tracks, and formats of sound alone. */
const SEVERAL_SOUNDS = [
  ...['mkv', 'mka', 'mp4', 'mov', 'm4a', 'm4b', '3gp', '3g2', 'f4v', 'avi', 'webm', 'ts', 'm2ts', 'wmv'],
];
const SEVERAL_VIDEOS = ['mkv', 'mp4', 'mov'];
const WITH_SUBTITLES = ['mkv', 'mp4', 'mov', '3gp', 'webm'];
const WITH_CHAPTERS = [
  ...[
    'mkv',
    'mka',
    'webm',
    'mp4',
    'mov',
    'm4a',
    'm4b',
    'm4r',
    'mp3',
    'opus',
    'wma',
    'wmv',
    'aac',
    '3gp',
    '3g2',
    'f4v',
  ],
];
const WITH_COVERS = ['mp4', 'm4a', 'm4b', 'm4r', 'mp3', 'flac'];
/** Pictures alone: their plain files lose the sound too. */
const SILENT = [
  ...['gif', 'apng', 'webp', 'h264', 'hevc', 'ivf', 'm1v', 'm2v', 'm4e', 'mjpeg', 'obu', 'y4m'],
];
/** Speech of a telephone: one channel of 8 or 16 kHz. */
const SPEECH = ['alaw', 'amr', 'awb', 'gsm', 'sln', 'ulaw'];
/** ffprobe finds no streams in these as they are, or counts them in its own way. */
const UNSEEN = ['gif', 'h264', 'm2v', 'dv', 'alaw', 'gsm', 'sln', 'ulaw'];

const streamsOf = async (path: string, kind: string): Promise<number> =>
  (await probe(path)).streams.filter(
    ({ codec_type, disposition }) => codec_type === kind && !disposition?.attached_pic,
  ).length;
const soundOf = async (path: string) =>
  (await probe(path)).streams.find(({ codec_type }) => codec_type === 'audio');
const seenUnless =
  (see: (path: string) => Promise<boolean>): Feature['isSeen'] =>
  (path, format) =>
    UNSEEN.includes(format) ? undefined : see(path);

const SOUNDS: Feature = {
  code: 'audio_tracks_dropped',
  isHeldBy: heldIn(...SEVERAL_SOUNDS),
  isSeen: seenUnless(async (path) => (await streamsOf(path, 'audio')) > 1),
};
const VIDEOS: Feature = {
  code: 'video_tracks_dropped',
  isHeldBy: heldIn(...SEVERAL_VIDEOS),
  isSeen: seenUnless(async (path) => (await streamsOf(path, 'video')) > 1),
};
const SUBTITLES: Feature = {
  code: 'subtitles_dropped',
  isHeldBy: heldIn(...WITH_SUBTITLES),
  isSeen: seenUnless(async (path) => (await streamsOf(path, 'subtitle')) > 0),
};
/** Of a file that is nothing but subtitles. */
const TEXTS: Feature = { code: 'subtitle_tracks_dropped', isHeldBy: heldIn() };
const STYLES: Feature = {
  code: 'subtitle_styles_dropped',
  isHeldBy: ({ id }) => id === 'mkv' || !WITH_SUBTITLES.includes(id),
};
const ATTACHMENTS: Feature = {
  code: 'attachments_dropped',
  isHeldBy: heldIn(),
  isSeen: seenUnless(async (path) => (await streamsOf(path, 'attachment')) > 0),
};
const MARKS: Feature = {
  code: 'chapters_dropped',
  isHeldBy: heldIn(...WITH_CHAPTERS),
  isSeen: seenUnless(async (path) =>
    (await runProgram('ffprobe', ['-v', 'error', '-show_chapters', path])).includes('[CHAPTER]'),
  ),
};
const COVER: Feature = {
  code: 'cover_dropped',
  isHeldBy: heldIn(...WITH_COVERS),
  isSeen: seenUnless(async (path) =>
    (await probe(path)).streams.some(({ disposition }) => disposition?.attached_pic === 1),
  ),
};

/** Formats of sound by the most channels, the highest rate and the deepest samples that we write. */
const STEREO = ['mp3', 'wma', 'spx', 'mp2', 'voc'];
const UP_TO_48_KHZ = [
  'mp3',
  'aac',
  'latm',
  'm4a',
  'm4b',
  'm4r',
  'opus',
  'wma',
  'ac3',
  'eac3',
  'dts',
  'mp2',
  'spx',
];
const UP_TO_24_BITS = ['flac', 'wv', 'tta', 'mlp', 'thd'];
const UP_TO_16_BITS = ['voc', 'ircam', 'sln'];
const lackedBy =
  (...ids: readonly string[]): Feature['isHeldBy'] =>
  ({ id }) =>
    !ids.includes(id);

const SURROUND: Feature = {
  code: 'channels_downmixed',
  isHeldBy: lackedBy(...STEREO),
  isSeen: async (path) => ((await soundOf(path))?.channels ?? 0) > 2,
};
const RATE: Feature = {
  code: 'sample_rate_reduced',
  isHeldBy: lackedBy(...UP_TO_48_KHZ),
  isSeen: async (path) => Number((await soundOf(path))?.sample_rate) === 192_000,
};
const SAMPLES: Feature = {
  code: 'sample_depth_reduced',
  isHeldBy: lackedBy(...UP_TO_24_BITS, ...UP_TO_16_BITS),
};
const DEEP: Feature = { code: 'sample_depth_reduced', isHeldBy: lackedBy(...UP_TO_16_BITS) };

/** Formats that hold HEVC, and so high dynamic range, unchanged. */
const WITH_HEVC = ['mkv', 'mp4', 'mov', 'ts', 'm2ts', 'hevc'];
const transferOf = (path: string): Promise<string> =>
  runProgram('ffprobe', ['-v', 'error', '-show_entries', 'stream=color_transfer', '-of', 'csv', path]);
const HDR: Feature = {
  code: 'hdr_converted',
  isHeldBy: heldIn(...WITH_HEVC),
  isSeen: seenUnless(async (path) => (await transferOf(path)).includes('smpte2084')),
};
const TEN_BITS: Feature = { code: 'colour_depth_reduced', isHeldBy: heldIn(...WITH_HEVC) };
/** Moving pictures of the web are small and have 50 pictures a second; Motion JPEG and bare AV1 have 25. */
const SLOWER = ['gif', 'apng', 'webp', 'mjpeg', 'obu'];
const NARROWER = ['gif', 'apng'];

const isVideo = ({ write }: FormatSpec): boolean => write?.ffmpeg?.video !== undefined;
const isText = ({ write }: FormatSpec): boolean => write?.ffmpeg !== undefined && holdsOnlyText(write.ffmpeg);
const isSound = (format: FormatSpec): boolean => format.category === 'audio';
/** What pictures alone lose of any film. */
const ofSilent: SeededFile['always'] = ({ id }) => [
  ...(SILENT.includes(id) ? (['audio_tracks_dropped'] as const) : []),
  ...(id === 'gif' ? (['colours_reduced'] as const) : []),
];

/** What formats of speech lose of any music: Speex has 32 kHz at most, a telephone less and one channel. */
const ofSpeech: SeededFile['always'] = ({ id }) => {
  if (SPEECH.includes(id)) return ['channels_mixed_to_mono', 'sample_rate_reduced'];
  return id === 'spx' ? ['sample_rate_reduced'] : [];
};

/** Files of the corpus. @param folder - where they are made */
export function seededMedia(folder: () => string): SeededFile[] {
  let count = 0;
  const made = (extension: string, args: (has: boolean) => Promise<string[]> | string[]) =>
    madeOnce(async (has) => {
      const path = join(folder(), `seeded-${++count}.${extension}`);
      await makeMedia([...(await args(has)), path]);
      return path;
    });
  const film = made('mkv', async (has) => {
    const [subtitles, chapters, font, cover] = ['s.ass', 'chapters.txt', 'a.ttf', 'cover.jpg'].map((name) =>
      join(folder(), name),
    ) as [string, string, string, string];
    await writeFile(subtitles, STYLED);
    await writeFile(chapters, CHAPTERS);
    await writeFile(font, 'a font');
    await makeMedia(['-f', 'lavfi', '-i', 'color=red:size=32x32', '-frames:v', '1', cover]);
    const base = [...card('64x64', 25), ...tone('stereo', 48_000)];
    const coded = [...H264, '-c:a', 'aac', '-ac', '2'];
    if (!has) return [...base, '-map', '0:v', '-map', '1:a', ...coded];
    return [
      ...[...base, '-i', subtitles, '-i', chapters, '-map_metadata', '3', '-map_chapters', '3'],
      ...['-map', '0:v', '-map', '0:v', '-map', '1:a', '-map', '1:a', '-map', '2', ...coded, '-c:s', 'copy'],
      ...['-attach', font, '-metadata:s:t:0', 'mimetype=font/ttf'],
      ...[
        '-attach',
        cover,
        '-metadata:s:t:1',
        'mimetype=image/jpeg',
        '-metadata:s:t:1',
        'filename=cover.jpg',
      ],
    ];
  });
  const pq = 'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
  const rich = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
  return [
    {
      name: 'a film with several tracks of each kind',
      from: 'mkv',
      features: [SOUNDS, VIDEOS, SUBTITLES, STYLES, ATTACHMENTS, MARKS, COVER],
      make: film,
      isTarget: isVideo,
      always: ofSilent,
    },
    {
      name: 'a film with several tracks of each kind',
      from: 'mkv',
      features: [SOUNDS, ATTACHMENTS, MARKS, COVER],
      make: film,
      isTarget: isSound,
      always: ofSpeech,
    },
    {
      name: 'a film with two tracks of styled subtitles',
      from: 'mkv',
      features: [TEXTS, { code: 'subtitle_styles_dropped', isHeldBy: heldIn('ass') }],
      make: made('mkv', async (has) => {
        const [plain, styled] = ['plain.srt', 'styled.ass'].map((name) => join(folder(), name)) as [
          string,
          string,
        ];
        await writeFile(plain, PLAIN);
        await writeFile(styled, STYLED);
        const texts = has
          ? ['-i', styled, '-i', styled, '-map', '1', '-map', '2']
          : ['-i', plain, '-map', '1'];
        return [...card('64x64', 25), ...texts, '-map', '0', ...H264, '-c:s', 'copy'];
      }),
      isTarget: isText,
    },
    {
      name: 'surround of 32 bits and 192 kHz',
      from: 'wav',
      features: [SURROUND, RATE, SAMPLES],
      make: made('wav', (has) => [
        ...tone(has ? '5.1' : 'stereo', has ? 192_000 : 44_100),
        ...(has ? ['-ac', '6', '-c:a', 'pcm_f32le'] : ['-ac', '2', '-c:a', 'pcm_s16le']),
      ]),
      // Speech loses the same of plain stereo, which the film shows.
      isTarget: (format) => isSound(format) && !SPEECH.includes(format.id),
      always: ofSpeech,
    },
    {
      name: 'sound of 24 bits',
      from: 'flac',
      features: [DEEP],
      make: made('flac', (has) => [
        ...tone('stereo', 44_100),
        '-ac',
        '2',
        '-sample_fmt',
        has ? 's32' : 's16',
      ]),
      isTarget: isSound,
      always: ofSpeech,
    },
    {
      name: 'a film of ten bits and high dynamic range',
      from: 'mkv',
      features: [HDR, TEN_BITS],
      make: made('mkv', (has) => [
        ...card('64x64', 25),
        ...(has
          ? ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params']
          : H264),
        ...(has ? [pq, ...rich] : []),
      ]),
      isTarget: isVideo,
      always: ({ id }) => (id === 'gif' ? ['colours_reduced'] : []),
    },
    {
      name: 'a fast and wide film',
      from: 'mp4',
      features: [
        { code: 'frame_rate_reduced', isHeldBy: lackedBy(...SLOWER) },
        { code: 'picture_downscaled', isHeldBy: lackedBy(...NARROWER) },
      ],
      make: made('mp4', (has) => [...card(has ? '720x64' : '64x64', has ? 60 : 25), ...H264]),
      isTarget: heldIn(...SLOWER, 'mkv', 'avi', 'wmv', 'webm'),
      always: ({ id }) => (id === 'gif' ? ['colours_reduced'] : []),
    },
  ];
}
