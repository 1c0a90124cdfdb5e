import type { AppError } from '@filemill/errors';
import type { Loss } from '@filemill/worker';
import { lossOf } from './losses.js';
import { errorOf } from './refusals.js';

/** Longer than any line of the script; what else writes there is not read to its end. */
const MAX_LINE_CHARACTERS = 1_000;

/** Reads what the jailed script says, line by line: `progress`, `loss` and `refused`, each with its words. */
export class Answers {
  readonly losses: Loss[] = [];
  refusal: AppError | undefined;
  private rest = '';

  constructor(private readonly onProgress: (fraction: number) => void) {}

  add(chunk: Buffer): void {
    const lines = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    for (const line of lines) this.read(line.split(' '));
  }

  private read([kind, first = '', ...more]: readonly string[]): void {
    if (kind === 'progress') this.onProgress(Number(first));
    const loss = kind === 'loss' && lossOf(first, Number(more[0]), more[1]);
    if (loss) this.losses.push(loss);
    if (kind === 'refused') this.refusal = errorOf(first, more.join(' '));
  }
}
