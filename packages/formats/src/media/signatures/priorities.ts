/**
 * Order of the signatures of audio and video, the highest first; plain magic numbers have 500. Each number is used once,
 * because one file may match any two of these.
 */
export const PRIORITY = {
  /** And the numbers below it, one for each kind. */
  playlist: 640,
  webm: 620,
  mkv: 619,
  wmv: 618,
  ogv: 617,
  mka: 611,
  /** Of Ogg, by the first packet. */
  oggCodec: 610,
  mpegTransport: 609,
  mpegProgram: 608,
  mpegVideo: 607,
  // A tag may precede any format: the data after it decides.
  tagged: { flac: 616, wav: 615, aac: 614, mp3: 613, mp2: 612 },
  /** Below the magic numbers at the start of a file, which leave room for it. */
  /** And one above it, for a brand that begins like another. */
  brand: 488,
  // Pictures in the same container have their own brands.
  mp4Sound: 487,
  mp4: 486,
  oldQuickTime: 485,
  /** After four bytes that may be anything. */
  meridian: 484,
  westwood: 483,
  macBinary: 482,
  s3m: 479,
  mod: 478,
  // Below the words of documents: audio that was cut out of a stream may begin with any bytes.
  dolby: 84,
  framed: 83,
  cut: { aac: 82, mp3: 81, mp2: 80 },
  /** Weak marks, which other files may have by chance. */
  gsm: 79,
  rso: 78,
  /** The bytes are those of M4A, which comes first: for the check of what was written. */
  named: { m4b: 77, m4r: 76 },
} as const;
