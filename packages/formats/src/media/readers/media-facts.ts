import type { Facts } from '../../detect/facts.js';
import type { MediaInfo } from './media-info.js';

/** The facts that every format shares; covers and fonts are `other`; time codes and chapters are omitted. */
export function toFacts(info: MediaInfo): Facts {
  const picture = info.tracks.find((track) => track.kind === 'video' && !track.isCover);
  const upright = (picture?.rotationDegrees ?? 0) % 180 === 0;
  return {
    media: info,
    ...(info.durationMs !== undefined && { durationMs: Math.round(info.durationMs) }),
    ...(picture?.widthPx !== undefined && {
      widthPx: upright ? picture.widthPx : picture.heightPx,
      heightPx: upright ? picture.heightPx : picture.widthPx,
    }),
    streams: info.tracks.flatMap(({ kind, codec, isCover }) =>
      kind === 'data' ? [] : [{ kind: isCover || kind === 'attachment' ? 'other' : kind, codec }],
    ),
  };
}
