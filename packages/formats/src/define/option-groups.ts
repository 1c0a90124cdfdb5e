/**
 * The headings under which a form shows options, in its order, and the options below each. The page has a text for every
 * heading.
 */
export const OPTION_GROUPS = {
  size: [
    ...['width', 'height', 'fit', 'aspect', 'enlarge', 'rotate', 'mirror', 'trim', 'iconSize'],
    ...['cropLeft', 'cropTop', 'cropWidth', 'cropHeight'],
  ],
  time: [
    ...['start', 'end', 'speed', 'reverse', 'frames', 'fps', 'delay', 'frameMs', 'loop', 'segmentSeconds'],
    ...['shift', 'fromFps', 'toFps'],
  ],
  picture: [
    ...['background', 'brightness', 'contrast', 'saturation', 'gamma', 'autoLevels', 'grey', 'invert'],
    ...['sharpen', 'blur', 'denoise', 'despeckle', 'deinterlace', 'burnSubtitles', 'colours', 'dither'],
    ...['colourSpace', 'density', 'picture'],
  ],
  sound: [
    ...['volume', 'loudness', 'fadeIn', 'fadeOut', 'silence', 'silenceThreshold', 'pitch', 'bass', 'treble'],
    ...['highpass', 'lowpass', 'channels', 'audioDelay'],
  ],
  tracks: ['sound', 'audioTrack', 'subtitles', 'subtitleTrack', 'chapters', 'cover'],
  encoding: [
    ...['quality', 'targetSize', 'lossless', 'level', 'compression', 'compressionLevel', 'effort', 'method'],
    ...['solid', 'progressive', 'chroma', 'bitDepth', 'codec', 'bitrate', 'sampleRate', 'videoCodec'],
    ...['videoBitrate', 'preset', 'profile', 'colourDepth', 'keyframes', 'audioCodec', 'audioBitrate'],
    ...['bitrateMode'],
  ],
  pages: [
    ...['pages', 'emptyPages', 'paper', 'orientation', 'margins', 'scale', 'layout', 'sheet', 'sheetFit'],
    ...['notes', 'hiddenSlides', 'backgrounds', 'pageNumbers', 'dpi', 'split'],
  ],
  text: [
    ...[
      'fontSize',
      'lineHeight',
      'align',
      'paragraphs',
      'ligatures',
      'punctuation',
      'asciiOnly',
      'asciiCodes',
    ],
    ...['encoding', 'lineEnd', 'wrap', 'math', 'codeStyle', 'referenceLinks', 'comments'],
  ],
  contents: [
    ...['toc', 'tocDepth', 'contents', 'topLevel', 'chapterLevel', 'headingShift', 'headingStyle'],
    ...['numberSections'],
  ],
  tables: [
    ...['delimiter', 'quote', 'header', 'headerRow', 'records', 'indent', 'sortKeys', 'yamlStyle', 'tables'],
  ],
  document: [
    ...[
      'pdfa',
      'tagged',
      'bookmarks',
      'forms',
      'openAt',
      'linearise',
      'imageDpi',
      'pictureDpi',
      'device',
      'details',
    ],
    ...['epubVersion', 'compress'],
  ],
  files: ['exclude', 'folders'],
  font: ['subset', 'weight', 'hinting', 'layoutFeatures', 'names'],
  tags: [
    ...['metadata', 'title', 'artist', 'album', 'albumArtist', 'year', 'genre', 'track', 'composer'],
    ...['comment'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A heading of the form. */
export type OptionGroup = keyof typeof OPTION_GROUPS;

const groups = new Map<string, OptionGroup>(
  (Object.keys(OPTION_GROUPS) as OptionGroup[]).flatMap((group) =>
    OPTION_GROUPS[group].map((name) => [name, group] as const),
  ),
);

/** The heading of an option; undefined for one that stands under none. */
export const groupOfOption = (name: string): OptionGroup | undefined => groups.get(name);
