import type { AppError } from '@filemill/errors';
import type { Loss } from '@filemill/formats';
import { type Damage, LineReader } from '@filemill/worker';
import { archiveLoss } from './losses.js';
import { errorOf } from './refusals.js';

/** Longer than any line of the script; the rest of a longer one is not kept. */
const MAX_LINE_BYTES = 200;

/**
 * Reads what the jailed script says, line by line: `progress`, `loss` and `refused`, each with its words. A decoder that
 * was led astray may say anything and as much as it likes, so what is kept is bounded: one loss of each kind, one refusal.
 */
export class Answers {
  refusal: AppError | undefined;
  /** Of an archive that was salvaged. */
  damage: Damage | undefined;
  private readonly byCode = new Map<string, Loss>();
  private readonly lines = new LineReader({ maxLineBytes: MAX_LINE_BYTES }, (line) =>
    this.read(line.split(' ')),
  );

  constructor(private readonly onProgress: (fraction: number) => void) {}

  add(chunk: Buffer): void {
    this.lines.add(chunk);
  }

  get losses(): readonly Loss[] {
    return [...this.byCode.values()];
  }

  private read([kind, first = '', ...more]: readonly string[]): void {
    const fraction = Number(first);
    if (kind === 'progress' && fraction >= 0 && fraction <= 1) this.onProgress(fraction);
    const loss = kind === 'loss' && archiveLoss(first, Number(more[0]), more[1]);
    if (loss) this.byCode.set(loss.code, loss);
    if (kind === 'damaged') this.damage ??= damageOf(Number(first), Number(more[0]), more.slice(1).join(' '));
    if (kind === 'refused') this.refusal ??= errorOf(first, more.join(' '));
  }
}

/** Control characters, and those that turn the direction of a text: Unicode categories Cc and Cf. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** Undefined for numbers that are none. */
function damageOf(missing: number, total: number, names: string): Damage | undefined {
  if (!Number.isSafeInteger(missing) || !Number.isSafeInteger(total) || missing < 0 || missing > total) {
    return undefined;
  }
  if (missing === 0) return { unit: 'unknown' };
  return { unit: 'entries', missing, total, names: names.replace(UNSEEN, '\ufffd') };
}
