import type { Line } from './line.js';
import { Tally } from './numbers.js';
import { type HyphenatedWords, hyphenatedWords } from './paragraph.js';
import type { PitchOf } from './paragraphs.js';
import type { PreparedPage } from './prepare.js';

/** Words with a hyphen that are kept. */
const MOST_WORDS = 20_000;

/** What the layout has to know of the whole document: sizes, distances of lines, spelling. */
export class Statistics {
  readonly words: HyphenatedWords & Set<string> = new Set<string>();
  private readonly sizes = new Tally<number>();
  /** Distances of baselines by size, both to half a point. */
  private readonly pitches = new Map<number, Tally<number>>();
  private readonly usualPitches = new Map<number, number>();

  /** @param lines - without running heads */
  add({ lines }: PreparedPage): void {
    for (const line of lines) {
      this.sizes.add(line.size, line.letterCount);
      if (this.words.size < MOST_WORDS) for (const word of hyphenatedWords(line.text)) this.words.add(word);
    }
    const ordered = lines.toSorted(
      (a, b) => Math.round(a.left / 20) - Math.round(b.left / 20) || a.baseline - b.baseline,
    );
    for (const [at, line] of ordered.entries()) if (at > 0) this.addPitch(ordered[at - 1] as Line, line);
  }

  private addPitch(above: Line, below: Line): void {
    const distance = below.baseline - above.baseline;
    if (Math.abs(above.size - below.size) >= 0.3) return;
    if (distance <= 0.9 * above.size || distance >= 2.8 * above.size) return;
    const tally = this.pitches.get(above.size) ?? new Tally<number>();
    this.pitches.set(above.size, tally);
    tally.add(Math.round(distance * 2) / 2);
  }

  /** The size of most letters, points. */
  get bodySize(): number {
    return this.sizes.top() ?? 10;
  }

  /** The tightest distance of baselines that is common for the size. */
  readonly pitchOf: PitchOf = (size) => {
    let pitch = this.usualPitches.get(size);
    if (pitch === undefined) {
      pitch = this.findPitch(size);
      this.usualPitches.set(size, pitch);
    }
    return pitch;
  };

  private findPitch(size: number): number {
    const tally = this.pitches.get(size);
    const counts = [...(tally?.counts ?? [])].sort((a, b) => a[0] - b[0]);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    if (!tally || total < 3) return 1.22 * size;
    const tightest = counts.find(([pitch]) => {
      let near = 0;
      for (const step of [-0.5, 0, 0.5]) near += tally.counts.get(pitch + step) ?? 0;
      return near >= 0.2 * total;
    });
    return tightest?.[0] ?? (tally.top() as number);
  }
}
