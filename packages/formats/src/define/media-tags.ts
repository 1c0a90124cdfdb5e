/** Tags that a user can write, and ffmpeg's names of them. */
export const TAG_KEYS = {
  title: 'title',
  artist: 'artist',
  album: 'album',
  albumArtist: 'album_artist',
  year: 'date',
  genre: 'genre',
  track: 'track',
  composer: 'composer',
  comment: 'comment',
} as const;

/** Name of the option of a tag. */
export type TagName = keyof typeof TAG_KEYS;

/** Every tag. */
export const ALL_TAGS = Object.keys(TAG_KEYS) as readonly TagName[];
/** Those of RIFF, which has four letters for each (`INAM`, `IART`, `IPRD`, `ICRD`, `IGNR`, `IPRT`, `ICMT`). */
export const RIFF_TAGS = ['title', 'artist', 'album', 'year', 'genre', 'track', 'comment'] as const;
/** Those of QuickTime's older list of texts. */
export const QUICKTIME_TAGS = ['title', 'artist', 'album', 'year', 'genre', 'comment'] as const;
/** Those of a video that has no list of its own. */
export const FILM_TAGS = ['title', 'artist', 'year', 'genre', 'comment'] as const;
