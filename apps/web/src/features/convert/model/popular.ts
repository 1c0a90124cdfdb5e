/** Formats that most people look for, best known first; each has a line in `convert:popular`. */
export const POPULAR = [
  'pdf',
  'jpg',
  'mp4',
  'mp3',
  'png',
  'docx',
  'webp',
  'gif',
  'wav',
  'webm',
  'flac',
  'txt',
];
/** How many of them are shown. */
export const POPULAR_COUNT = 4;
