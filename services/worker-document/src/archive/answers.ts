import type { AppError } from '@filemill/errors';
import { type Loss, type LossCode, lossOf } from '@filemill/formats';
import { type Damage, LineReader } from '@filemill/worker';
import { refusalError } from './refusals.js';

/** Longer than any line of the script; the rest of a longer line is dropped. */
const MAX_LINE_BYTES = 200;

/**
 * Reads the lines of the jailed script: `progress`, `loss` and `refused`, each with its parameters. A decoder under an
 * attacker's control may print anything without end, so what is kept is limited: one loss of each kind, one refusal.
 */
export class Answers {
  refusal: AppError | undefined;
  /** Set for a damaged archive that was recovered. */
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
    if (kind === 'refused') this.refusal ??= refusalError(first, more.join(' '));
  }
}

/** Control characters, and those that change the direction of a text: Unicode categories Cc and Cf. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** Undefined if it is not a number. */
function damageOf(missing: number, total: number, names: string): Damage | undefined {
  if (!Number.isSafeInteger(missing) || !Number.isSafeInteger(total) || missing < 0 || missing > total) {
    return undefined;
  }
  if (missing === 0) return { unit: 'unknown' };
  return { unit: 'entries', missing, total, names: names.replace(UNSEEN, '\ufffd') };
}

/** Losses that the jailed script counts entries for. */
const COUNTED: readonly LossCode[] = [
  'attributes_dropped',
  'duplicates_dropped',
  'links_dropped',
  'names_made_safe',
  'names_normalised',
  'names_numbered',
  'owner_names_dropped',
  'owners_dropped',
  'times_out_of_range',
  'times_rounded',
  'unsafe_names_dropped',
];
/** Allowed names of encodings. */
const CHARSET = /^[\w-]{1,32}$/;

/** The loss that the script reports; undefined for an unknown code. */
function archiveLoss(code: string, count: number, word = ''): Loss | undefined {
  if (code === 'names_reencoded') return CHARSET.test(word) ? lossOf(code, { charset: word }) : undefined;
  const known = COUNTED.find((counted) => counted === code);
  return known && Number.isSafeInteger(count) && count > 0 ? lossOf(known, { count }) : undefined;
}
