import type { Facts } from '@filemill/formats';
import type { Category } from '@filemill/product';
import { checkTotals, type StructureTotals } from './limits.js';

/** Sums what the headers of several files declare: together they may not be more than one file. */
export class Totals {
  private sums: StructureTotals = { frames: 0, framePixels: 0, pages: 0, durationMs: 0 };

  /** @throws {AppError} FILE_TOO_LARGE naming the limit that was passed */
  add(category: Category, facts: Facts): void {
    const { widthPx = 0, heightPx = 0, durationMs = 0 } = facts;
    const frames = facts.frames ?? (category === 'image' ? 1 : 0);
    this.sums = {
      frames: this.sums.frames + frames,
      framePixels: this.sums.framePixels + (category === 'image' ? widthPx * heightPx * frames : 0),
      pages: this.sums.pages + (facts.pages ?? frames),
      durationMs: this.sums.durationMs + durationMs,
    };
    checkTotals(category, this.sums);
  }
}
