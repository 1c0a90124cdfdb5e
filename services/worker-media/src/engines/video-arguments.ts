import type { MediaTrack, PictureEncoder } from '@filemill/formats';
import { withSpecifier } from './specifier.js';

/** The source of an encoded video stream, and its quality. */
export interface VideoTarget {
  readonly track: MediaTrack;
  /** 1 to 100; absent: no visible loss. */
  readonly quality?: number;
}

/** Tone mapping similar to BT.2390 from PQ or HLG to the standard range, in linear light. */
const TO_STANDARD_RANGE =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';

/** Recorders of these formats store interlaced video. */
const OFTEN_INTERLACED = new Set(['mpeg2video', 'dvvideo']);

/** Filters that a picture needs before an encoder of 4:2:0 accepts it. */
function filters({ track }: VideoTarget): string[] {
  const { widthPx = 1, heightPx = 1 } = track;
  const isOdd = widthPx % 2 === 1 || heightPx % 2 === 1;
  return [
    ...(OFTEN_INTERLACED.has(track.codec) ? ['yadif=deint=interlaced'] : []),
    ...(track.transfer ? [TO_STANDARD_RANGE] : []),
    // 4:2:0 needs even sizes: an odd last row or column is cut.
    ...(isOdd ? ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : []),
    'format=yuv420p',
  ];
}

/** A recording without a frame rate must not become a thousand frames a second in a container that stores one. */
const MAX_FRAME_RATE = '120';

/** Arguments that encode one video stream. @param specifier - in the output, such as `v:0` */
export function videoArguments(encoder: PictureEncoder, target: VideoTarget, specifier: string): string[] {
  return [
    ...withSpecifier(encoder.args(target.quality), specifier),
    ...[`-filter:${specifier}`, filters(target).join(',')],
    ...[`-fpsmax:${specifier}`, MAX_FRAME_RATE],
  ];
}
