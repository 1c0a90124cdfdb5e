/** Kinds of work that scale separately: each has one queue, and in Kubernetes one Deployment. */
export const LANES = ['image', 'audio', 'video', 'document', 'ebook', 'archive', 'font'] as const;
/** One of {@link LANES}. */
export type Lane = (typeof LANES)[number];

/** Statuses of conversions that have not ended, in their order. */
export const UNFINISHED_STATUSES = ['pending', 'converting'] as const;

/** How conversions end, in the order in which pages show it. */
export const OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
/** One of {@link OUTCOMES}. */
export type Outcome = (typeof OUTCOMES)[number];

/** Statuses of conversions. */
export const CONVERSION_STATUSES = [...UNFINISHED_STATUSES, ...OUTCOMES] as const;
/** One of {@link CONVERSION_STATUSES}. */
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Whether a conversion with this status has ended. */
export const hasEnded = (status: string): status is Outcome => OUTCOMES.some((outcome) => outcome === status);

/** What is done with a conversion, in the order in which its owner sees it. */
export const STAGES = ['queued', 'converting', 'storing', 'done'] as const;
/** One of {@link STAGES}. */
export type Stage = (typeof STAGES)[number];

/**
 * Options whose value is a text of the user's own: erased with the files, since they may say as much as those. All others are
 * numbers, choices, colours and page ranges.
 */
export const TEXT_OPTIONS = [
  'title',
  'artist',
  'album',
  'albumArtist',
  'genre',
  'composer',
  'comment',
] as const;
