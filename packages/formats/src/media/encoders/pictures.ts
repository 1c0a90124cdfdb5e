import type { Dither, PictureEncoder, PictureTuning } from '../../define/media-engines.js';

/** Linear from the coarsest at quality 1 to the finest at 100, on the encoder's own scale. */
const scale = (quality: number | undefined, byDefault: number, coarsest: number, finest: number): string =>
  `${quality === undefined ? byDefault : Math.round(coarsest + ((quality - 1) / 99) * (finest - coarsest))}`;

/** What the rate is made of: a constant quality, or so many kbit/s. */
const rate = (tuning: PictureTuning, ofQuality: readonly string[]): readonly string[] =>
  tuning.kbps === undefined ? ofQuality : ['-b:%', `${tuning.kbps}k`];

const RATE_ONLY = ['videoBitrate', 'keyframes'] as const;
const ALL_BUT_PROFILE = ['videoBitrate', 'preset', 'colourDepth', 'keyframes'] as const;

/** H.264 by x264, which every player of today plays. Quality is the constant rate factor: 20 by default, 40 to 14. */
export const H264: PictureEncoder = {
  codec: 'h264',
  has: [...ALL_BUT_PROFILE, 'profile'],
  args: (quality, tuning = {}) => [
    ...[
      '-c:%',
      'libx264',
      '-preset:%',
      { fast: 'veryfast', medium: 'medium', slow: 'slow' }[tuning.preset ?? 'fast'],
    ],
    ...rate(tuning, ['-crf:%', scale(quality, 20, 40, 14)]),
    ...(tuning.profile === undefined ? [] : ['-profile:%', tuning.profile]),
  ],
};

/** How VP9 works at each preset: "good" takes five times as long as "realtime" for the same similarity. */
const VP9_EFFORT = { fast: ['realtime', '8'], medium: ['good', '4'], slow: ['good', '2'] } as const;

/** VP9 by libvpx. */
export const VP9: PictureEncoder = {
  codec: 'vp9',
  has: ALL_BUT_PROFILE,
  args: (quality, tuning = {}) => {
    const [deadline, cpuUsed] = VP9_EFFORT[tuning.preset ?? 'fast'];
    return [
      ...['-c:%', 'libvpx-vp9', '-deadline:%', deadline, '-cpu-used:%', cpuUsed, '-row-mt:%', '1'],
      ...['-tile-columns:%', '2'],
      ...rate(tuning, ['-b:%', '0', '-crf:%', scale(quality, 31, 58, 16)]),
    ];
  },
};

/** Players of AVI know MPEG-4 as Xvid. */
export const XVID: PictureEncoder = {
  codec: 'mpeg4',
  has: RATE_ONLY,
  args: (quality, tuning = {}) => [
    '-c:%',
    'mpeg4',
    '-tag:%',
    'xvid',
    ...rate(tuning, ['-q:%', scale(quality, 3, 24, 2)]),
  ],
};

/** Windows Media Video 8, the newest that ffmpeg can write. */
export const WMV: PictureEncoder = {
  codec: 'wmv2',
  has: RATE_ONLY,
  args: (quality, tuning = {}) => ['-c:%', 'wmv2', ...rate(tuning, ['-q:%', scale(quality, 3, 24, 2)])],
};

/** MPEG-2, of DVDs and broadcasting. */
export const MPEG2: PictureEncoder = {
  codec: 'mpeg2video',
  has: RATE_ONLY,
  args: (quality, tuning = {}) => ['-c:%', 'mpeg2video', ...rate(tuning, ['-q:%', scale(quality, 3, 24, 2)])],
};

/** Theora; its own scale of quality is 0 to 10. */
export const THEORA: PictureEncoder = {
  codec: 'theora',
  has: RATE_ONLY,
  args: (quality, tuning = {}) => ['-c:%', 'libtheora', ...rate(tuning, ['-q:%', scale(quality, 8, 1, 10)])],
};

/** MPEG-1, of Video CDs. */
export const MPEG1: PictureEncoder = {
  codec: 'mpeg1video',
  has: RATE_ONLY,
  ratesFps: [24, 25, 30, 50, 60],
  args: (quality, tuning = {}) => ['-c:%', 'mpeg1video', ...rate(tuning, ['-q:%', scale(quality, 3, 24, 2)])],
};

/** MPEG-4 part 2 by its own name. */
export const MPEG4: PictureEncoder = {
  codec: 'mpeg4',
  has: RATE_ONLY,
  args: (quality, tuning = {}) => ['-c:%', 'mpeg4', ...rate(tuning, ['-q:%', scale(quality, 3, 24, 2)])],
};

/** H.265 by x265; its constant rate factor is 4 higher than that of x264 for the same similarity. */
export const HEVC: PictureEncoder = {
  codec: 'hevc',
  has: ALL_BUT_PROFILE,
  args: (quality, tuning = {}) => [
    ...[
      '-c:%',
      'libx265',
      '-preset:%',
      { fast: 'veryfast', medium: 'fast', slow: 'medium' }[tuning.preset ?? 'fast'],
    ],
    ...rate(tuning, ['-crf:%', scale(quality, 24, 44, 18)]),
    ...['-x265-params:%', 'log-level=error'],
  ],
};

/** What programs assume for streams that do not say it. */
const UNTOLD_FRAME_RATE = 25;

/** AV1 by SVT, at a speed near that of x264. It takes no orders about whole pictures. */
export const AV1: PictureEncoder = {
  codec: 'av1',
  has: ['videoBitrate', 'preset', 'colourDepth'],
  minSidePx: 64,
  args: (quality, tuning = {}) => [
    ...['-c:%', 'libsvtav1', '-preset:%', { fast: '10', medium: '8', slow: '6' }[tuning.preset ?? 'fast']],
    ...rate(tuning, ['-crf:%', scale(quality, 28, 60, 18)]),
  ],
};

/** AV1 without a container, which does not say how fast it is. */
export const AV1_ALONE: PictureEncoder = { ...AV1, frameRate: UNTOLD_FRAME_RATE };

/** Apple ProRes 422 of ten bits, for cutting: from "Proxy" to "HQ". */
export const PRORES: PictureEncoder = {
  codec: 'prores',
  args: (quality) => ['-c:%', 'prores_ks', '-profile:%', scale(quality, 3, 0, 3), '-vendor:%', 'apl0'],
  pixelFormat: 'yuv422p10le',
};

/** JPEG pictures. */
export const MJPEG: PictureEncoder = {
  codec: 'mjpeg',
  args: (quality) => ['-c:%', 'mjpeg', '-q:%', scale(quality, 3, 24, 2)],
  pixelFormat: 'yuvj420p',
  frameRate: UNTOLD_FRAME_RATE,
};

/** Pictures without compression, colours at half the resolution as nearly all films have them. */
export const RAW: PictureEncoder = { codec: 'rawvideo', args: () => ['-c:%', 'wrapped_avframe'] };

/** Filters that choose colours from the whole film. */
const palette = (generator: string, dither: string): string =>
  `split[all][sample];[sample]palettegen=${generator}stats_mode=diff[colours];[all][colours]paletteuse=dither=${dither}`;

const DITHERS: Readonly<Record<Dither, string>> = {
  ordered: 'bayer:bayer_scale=4',
  diffusion: 'sierra2_4a',
  none: 'none',
};

/** 256 colours, chosen from the whole film. A GIF counts time in hundredths; wider ones become huge. */
export const GIF: PictureEncoder = {
  codec: 'gif',
  args: () => ['-c:%', 'gif'],
  palette: palette('', DITHERS.ordered),
  paletteOf: (colours, dither) => palette(`max_colors=${colours}:`, DITHERS[dither]),
  maxWidthPx: 640,
  maxFrameRate: 50,
};

/** Animated WebP; wider ones take minutes. */
export const WEBP: PictureEncoder = {
  codec: 'webp',
  args: (quality) => ['-c:%', 'libwebp_anim', '-quality:%', scale(quality, 80, 1, 100)],
  maxWidthPx: 800,
  maxFrameRate: 50,
};

/** Animated PNG, without loss; wider ones become huge. */
export const APNG: PictureEncoder = {
  codec: 'apng',
  args: () => ['-c:%', 'apng', '-pred:%', 'mixed'],
  pixelFormat: 'rgb24',
  maxWidthPx: 640,
  maxFrameRate: 50,
};
