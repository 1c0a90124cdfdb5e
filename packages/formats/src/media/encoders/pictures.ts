import type { PictureEncoder } from '../../define/media-engines.js';

/** Linear from the coarsest at quality 1 to the finest at 100, on the encoder's own scale. */
const scale = (quality: number | undefined, byDefault: number, coarsest: number, finest: number): string =>
  `${quality === undefined ? byDefault : Math.round(coarsest + ((quality - 1) / 99) * (finest - coarsest))}`;

/** H.264 by x264, which every player of today plays. Quality is the constant rate factor: 20 by default, 40 to 14. */
export const H264: PictureEncoder = {
  codec: 'h264',
  args: (quality) => ['-c:%', 'libx264', '-preset:%', 'veryfast', '-crf:%', scale(quality, 20, 40, 14)],
};

/** "good" takes five times as long as "realtime" for the same similarity. */
export const VP9: PictureEncoder = {
  codec: 'vp9',
  args: (quality) => [
    ...['-c:%', 'libvpx-vp9', '-deadline:%', 'realtime', '-cpu-used:%', '8', '-row-mt:%', '1'],
    ...['-tile-columns:%', '2', '-b:%', '0', '-crf:%', scale(quality, 31, 58, 16)],
  ],
};

/** Players of AVI know MPEG-4 as Xvid. */
export const XVID: PictureEncoder = {
  codec: 'mpeg4',
  args: (quality) => ['-c:%', 'mpeg4', '-tag:%', 'xvid', '-q:%', scale(quality, 3, 24, 2)],
};

/** Windows Media Video 8, the newest that ffmpeg can write. */
export const WMV: PictureEncoder = {
  codec: 'wmv2',
  args: (quality) => ['-c:%', 'wmv2', '-q:%', scale(quality, 3, 24, 2)],
};

/** MPEG-2, of DVDs and broadcasting. */
export const MPEG2: PictureEncoder = {
  codec: 'mpeg2video',
  args: (quality) => ['-c:%', 'mpeg2video', '-q:%', scale(quality, 3, 24, 2)],
};

/** Theora; its own scale of quality is 0 to 10. */
export const THEORA: PictureEncoder = {
  codec: 'theora',
  args: (quality) => ['-c:%', 'libtheora', '-q:%', scale(quality, 8, 1, 10)],
};

/** MPEG-1, of Video CDs. */
export const MPEG1: PictureEncoder = {
  codec: 'mpeg1video',
  args: (quality) => ['-c:%', 'mpeg1video', '-q:%', scale(quality, 3, 24, 2)],
};

/** MPEG-4 part 2 by its own name. */
export const MPEG4: PictureEncoder = {
  codec: 'mpeg4',
  args: (quality) => ['-c:%', 'mpeg4', '-q:%', scale(quality, 3, 24, 2)],
};

/** H.265 by x265; its constant rate factor is 4 higher than that of x264 for the same similarity. */
export const HEVC: PictureEncoder = {
  codec: 'hevc',
  args: (quality) => [
    ...['-c:%', 'libx265', '-preset:%', 'veryfast', '-crf:%', scale(quality, 24, 44, 18)],
    ...['-x265-params:%', 'log-level=error'],
  ],
};

/** What programs assume for streams that do not say it. */
const UNTOLD_FRAME_RATE = 25;

/** AV1 by SVT, at a speed near that of x264. */
export const AV1: PictureEncoder = {
  codec: 'av1',
  args: (quality) => ['-c:%', 'libsvtav1', '-preset:%', '10', '-crf:%', scale(quality, 28, 60, 18)],
  frameRate: UNTOLD_FRAME_RATE,
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

/** 256 colours, chosen from the whole film. A GIF counts time in hundredths; wider ones become huge. */
export const GIF: PictureEncoder = {
  codec: 'gif',
  args: () => ['-c:%', 'gif'],
  palette:
    'split[all][sample];[sample]palettegen=stats_mode=diff[colours];[all][colours]paletteuse=dither=bayer:bayer_scale=4',
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
