import type { Formats } from '@filemill/api';
import type { Category } from '@filemill/product';

export interface SamplePair {
  readonly from: string;
  readonly fromCategory: Category;
  readonly to: string;
  readonly toCategory: Category;
}

/** Pairs that people look for most; shown while the catalogue offers them. */
const CANDIDATES: readonly SamplePair[] = [
  { from: 'heic', fromCategory: 'image', to: 'jpg', toCategory: 'image' },
  { from: 'mov', fromCategory: 'video', to: 'mp4', toCategory: 'video' },
  { from: 'docx', fromCategory: 'document', to: 'pdf', toCategory: 'document' },
  { from: 'wav', fromCategory: 'audio', to: 'mp3', toCategory: 'audio' },
  { from: 'png', fromCategory: 'image', to: 'webp', toCategory: 'image' },
];
const SHOWN = 3;

/** Up to three pairs whose formats are on offer. */
export const samplePairs = (formats: Formats): readonly SamplePair[] =>
  CANDIDATES.filter(
    ({ from, fromCategory, to }) =>
      formats[fromCategory]?.formats.includes(from) && formats[fromCategory]?.output.includes(to),
  ).slice(0, SHOWN);
