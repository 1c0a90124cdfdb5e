/**
 * Order of the decisions about sound and video, the highest first; plain magic numbers are asked at 500. Each number
 * stands once, since one file may match any two of these.
 */
export const PRIORITY = {
  /** And the numbers below it, one for each kind. */
  playlist: 640,
  webm: 620,
  mkv: 619,
  wmv: 618,
  ogv: 617,
  // A tag may stand before anything: what comes behind it decides.
  tagged: { flac: 616, wav: 615, aac: 614, mp3: 613, mp2: 612 },
  /** Behind the magic numbers at the start of a file, which leave room for it. */
  brand: 488,
  // Pictures in the same container have brands of their own.
  mp4Sound: 487,
  mp4: 486,
  oldQuickTime: 485,
  // Behind the words of documents: sound that was cut out of a stream begins with anything.
  cut: { aac: 82, mp3: 81, mp2: 80 },
} as const;
