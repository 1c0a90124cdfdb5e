import type { KnownContent } from '../define/format.js';
import { PLAYLISTS } from '../media/readers/playlists.js';
import { playlist } from '../media/signatures/containers.js';

/** Files that refer to other media: refused under any name. */
export const playlists: readonly KnownContent[] = PLAYLISTS.map((id, index) => ({
  id,
  signature: [playlist(id, index)],
}));
