import { createRequire } from 'node:module';
import type { Pixels } from './pixels.js';

/** See native/mend-jpeg.c and native/mend-tiff.c: rows, and number of unreadable ones; -1 if unknown. */
export interface RowCount {
  readonly rows: number;
  readonly missing: number;
}

/** The add-on native/mend.c. */
export interface Mender {
  measureJpeg(input: string): RowCount & { readonly broken: boolean };
  mendTiff(input: string, output: string): RowCount & { readonly pages: number; readonly rewritten: boolean };
  readWebp(
    file: Buffer,
  ): (Pick<Pixels, 'data' | 'widthPx' | 'heightPx'> & { readonly rows: number }) | undefined;
}

/** Loaded on demand by the child that needs it, so that no other process contains its decoders. */
export const loadMender = (path: string): Mender => createRequire(import.meta.url)(path) as Mender;
