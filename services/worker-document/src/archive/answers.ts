import type { Loss } from '@filemill/catalogue';
import type { AppError } from '@filemill/errors';
import { archiveLoss } from './losses.js';
import { errorOf } from './refusals.js';

/** Longer than any line of the script; the rest of a longer one is not kept. */
const MAX_LINE_CHARACTERS = 200;

/**
 * Reads what the jailed script says, line by line: `progress`, `loss` and `refused`, each with its words. A decoder that
 * was led astray may say anything and as much as it likes, so what is kept is bounded: one loss of each kind, one refusal.
 */
export class Answers {
  refusal: AppError | undefined;
  private readonly byCode = new Map<string, Loss>();
  private rest = '';

  constructor(private readonly onProgress: (fraction: number) => void) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    for (const line of lines) this.read(line.slice(0, MAX_LINE_CHARACTERS).split(' '));
  }

  get losses(): readonly Loss[] {
    return [...this.byCode.values()];
  }

  private read([kind, first = '', ...more]: readonly string[]): void {
    const fraction = Number(first);
    if (kind === 'progress' && fraction >= 0 && fraction <= 1) this.onProgress(fraction);
    const loss = kind === 'loss' && archiveLoss(first, Number(more[0]), more[1]);
    if (loss) this.byCode.set(loss.code, loss);
    if (kind === 'refused') this.refusal ??= errorOf(first, more.join(' '));
  }
}
