import type { MediaTrack } from '@filemill/inspect';
import type { VideoEncoder } from './containers.js';

export interface VideoTarget {
  readonly track: MediaTrack;
  /** 1 to 100; absent: no loss that can be seen. */
  readonly quality?: number;
}

/** Linear from the coarsest at quality 1 to the finest at 100, on the encoder's own scale. */
const scale = (quality: number | undefined, byDefault: number, coarsest: number, finest: number): string =>
  `${quality === undefined ? byDefault : Math.round(coarsest + ((quality - 1) / 99) * (finest - coarsest))}`;

/** `%` stands for the stream specifier of the output. Speeds and sizes: docs/performance.md, section 2.2. */
const ENCODERS: Readonly<Record<VideoEncoder, (quality: number | undefined) => string[]>> = {
  h264: (quality) => ['-c:%', 'libx264', '-preset:%', 'veryfast', '-crf:%', scale(quality, 20, 40, 14)],
  // "good" takes five times as long as "realtime" for the same likeness.
  vp9: (quality) => [
    ...['-c:%', 'libvpx-vp9', '-deadline:%', 'realtime', '-cpu-used:%', '8', '-row-mt:%', '1'],
    ...['-tile-columns:%', '2', '-b:%', '0', '-crf:%', scale(quality, 31, 58, 16)],
  ],
  // Players of AVI know MPEG-4 by the name of Xvid.
  mpeg4: (quality) => ['-c:%', 'mpeg4', '-tag:%', 'xvid', '-q:%', scale(quality, 3, 24, 2)],
  wmv2: (quality) => ['-c:%', 'wmv2', '-q:%', scale(quality, 3, 24, 2)],
};

/** BT.2390-like mapping from PQ or HLG to the standard range, by way of linear light. */
const TO_STANDARD_RANGE =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** Recorders of these store half pictures. */
const OFTEN_INTERLACED = new Set(['mpeg2video', 'dvvideo']);

/** Filters that a picture needs before an encoder of 4:2:0 takes it. */
function filters({ track }: VideoTarget): string[] {
  const { widthPx = 1, heightPx = 1 } = track;
  const isOdd = widthPx % 2 === 1 || heightPx % 2 === 1;
  return [
    ...(OFTEN_INTERLACED.has(track.codec) ? ['yadif=deint=interlaced'] : []),
    ...(track.transfer ? [TO_STANDARD_RANGE] : []),
    // Half a colour sample is no colour sample: an odd last line or column goes.
    ...(isOdd ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : []),
    'format=yuv420p',
  ];
}

/** A recording without a frame rate must not become a thousand frames a second in a container that has one. */
const MAX_FRAME_RATE = '120';

/** Arguments of the encoder alone, for pictures that come out of a filter graph. */
export const encoderArguments = (
  encoder: VideoEncoder,
  quality: number | undefined,
  specifier: string,
): string[] => ENCODERS[encoder](quality).map((arg) => arg.replace('%', specifier));

/** Arguments that encode one stream of pictures. @param specifier - in the output, such as `v:0` */
export function videoArguments(encoder: VideoEncoder, target: VideoTarget, specifier: string): string[] {
  return [
    ...encoderArguments(encoder, target.quality, specifier),
    ...[`-filter:${specifier}`, filters(target).join(',')],
    ...[`-fpsmax:${specifier}`, MAX_FRAME_RATE],
  ];
}
