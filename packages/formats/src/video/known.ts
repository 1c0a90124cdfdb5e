import type { KnownContent } from '../detect/known-content.js';
import { PLAYLISTS } from '../media/readers/playlists.js';
import { oggVideo, playlist } from '../media/signatures/containers.js';

/** Files that name other media: refused, whatever they are called. */
export const playlists: readonly KnownContent[] = PLAYLISTS.map((id, index) => ({
  id,
  signature: [playlist(id, index)],
}));

/** Ogg with pictures, which has no format here. */
export const oggWithPictures: KnownContent = { id: 'ogv', signature: [oggVideo] };
