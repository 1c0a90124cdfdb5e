import type { KnownContent } from '../define/format.js';
import { PLAYLISTS } from '../media/readers/playlists.js';
import { oggVideo, playlist } from '../media/signatures/containers.js';

/** Files that refer to other media: refused under any name. */
export const playlists: readonly KnownContent[] = PLAYLISTS.map((id, index) => ({
  id,
  signature: [playlist(id, index)],
}));

/** Ogg with video, which is not in the catalogue. */
export const oggWithPictures: KnownContent = { id: 'ogv', signature: [oggVideo] };
