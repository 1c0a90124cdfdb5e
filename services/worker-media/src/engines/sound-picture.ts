import type { MediaInfo } from '@filemill/formats';
import { coversOf } from './plan.js';

/** A still picture needs few frames; players seek by them. */
const COVER_FPS = 4;
const COVER_BOX = 1280;
const WAVE = { size: '1280x720', fps: 25, colour: '0x6ea8fe' } as const;

/** Label of the pictures in the filter graph. */
export const PICTURE_LABEL = '[picture]';

/** The filter graph that shows audio as a video: its cover, else its waveform, drawn while it plays. */
export function audioPictureGraph(info: MediaInfo): string {
  const [cover] = coversOf(info);
  if (!cover || info.durationMs === undefined) {
    const { size, fps, colour } = WAVE;
    return `[0:a:0]showwaves=s=${size}:r=${fps}:mode=cline:colors=${colour},format=yuv420p${PICTURE_LABEL}`;
  }
  const fit = `scale='min(${COVER_BOX},iw)':'min(${COVER_BOX},ih)':force_original_aspect_ratio=decrease`;
  // Not -shortest, which passes pictures that the graph has produced in advance of copied audio.
  return (
    `[${cover.source}]${fit}:force_divisible_by=2,setsar=1,format=yuv420p,loop=loop=-1:size=1,` +
    `setpts=N/(${COVER_FPS}*TB),fps=${COVER_FPS},trim=duration=${(info.durationMs / 1000).toFixed(3)}${PICTURE_LABEL}`
  );
}
