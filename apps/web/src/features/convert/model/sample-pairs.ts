import type { Formats } from '@filemill/api';
import type { Category } from '@filemill/product';

export interface SamplePair {
  readonly from: string;
  readonly fromKind: Category;
  readonly to: string;
  readonly toKind: Category;
}

/** Pairs that people look for most; shown while the catalogue offers them. */
const CANDIDATES: readonly SamplePair[] = [
  { from: 'heic', fromKind: 'image', to: 'jpg', toKind: 'image' },
  { from: 'mov', fromKind: 'video', to: 'mp4', toKind: 'video' },
  { from: 'docx', fromKind: 'document', to: 'pdf', toKind: 'document' },
  { from: 'wav', fromKind: 'audio', to: 'mp3', toKind: 'audio' },
  { from: 'png', fromKind: 'image', to: 'webp', toKind: 'image' },
];
const SHOWN = 3;

/** Up to three pairs whose formats are on offer. */
export const samplePairs = (formats: Formats): readonly SamplePair[] =>
  CANDIDATES.filter(
    ({ from, fromKind, to }) =>
      formats[fromKind]?.formats.includes(from) && formats[fromKind]?.output.includes(to),
  ).slice(0, SHOWN);
