import { AppError } from '@filemill/errors';
import { type Loss, type LossCode, lossOf, PACKED_LIMITS } from '@filemill/formats';
import { type Damage, LineReader, needsTooMuchMemory } from '@filemill/worker';
import type { Refusal } from '../jailed/archive/refused.js';

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
/** The years that a format can hold. */
const YEARS = /^(\d{1,4})-(\d{1,4})$/;
/** Allowed names of encodings. */
const CHARSET = /^[\w-]{1,32}$/;

/** The loss that the script reports; undefined for an unknown code. */
function archiveLoss(code: string, count: number, word = ''): Loss | undefined {
  if (code === 'names_reencoded') return CHARSET.test(word) ? lossOf(code, { charset: word }) : undefined;
  const known = COUNTED.find((counted) => counted === code);
  if (!known || !Number.isSafeInteger(count) || count <= 0) return undefined;
  if (known !== 'times_out_of_range') return lossOf(known, { count });
  const [, from, to] = YEARS.exec(word) ?? [];
  return from && to ? lossOf(known, { count, from, to }) : undefined;
}

const number = (value: number): string => value.toLocaleString('en-US');
const tooLarge = (limit: number, unit: string, message: string): AppError =>
  new AppError('FILE_TOO_LARGE', { limit, unit, message });

/** The error for each reason of the jailed script; `detail` is the script's parameter, if any. */
const ERRORS: Readonly<Record<Refusal, (detail: string) => AppError>> = {
  encrypted: () => new AppError('FILE_ENCRYPTED'),
  corrupt: (detail) => new AppError('FILE_CORRUPT', { detail }),
  memory: () => needsTooMuchMemory(),
  'inside-file': () => new AppError('FILE_CORRUPT', { detail: 'one name is a file and a folder in it' }),
  nothing: () => new AppError('FILE_CORRUPT', { detail: 'it holds no file and no folder' }),
  excluded: () => new AppError('OPTION_INVALID', { field: 'exclude', rule: 'leaves no file' }),
  'not-tar': () =>
    new AppError('UNSUPPORTED_FORMAT', { seen: 'compressed, but no tar archive', supportedTargets: [] }),
  entries: () => {
    const { entries } = PACKED_LIMITS;
    return tooLarge(
      entries,
      'entries',
      `The archive has more than ${number(entries)} entries, which is the limit.`,
    );
  },
  'long-name': () => {
    const { nameBytes, pathBytes } = PACKED_LIMITS;
    const message = `A name in the archive is longer than ${nameBytes} bytes, or ${number(pathBytes)} with its folders.`;
    return tooLarge(nameBytes, 'bytes in a name', message);
  },
  bytes: () => {
    const { unpackedBytes } = PACKED_LIMITS;
    const message = `The archive unpacks to more than ${number(unpackedBytes)} bytes, which is the limit.`;
    return tooLarge(unpackedBytes, 'bytes', message);
  },
  ratio: () => {
    const { ratio } = PACKED_LIMITS;
    return tooLarge(ratio, 'times its size', `The archive unpacks to more than ${ratio} times its own size.`);
  },
};

/** ENGINE_FAILED for an unknown reason. */
export const refusalError = (reason: string, detail: string): AppError =>
  Object.hasOwn(ERRORS, reason)
    ? ERRORS[reason as Refusal](detail)
    : new AppError('ENGINE_FAILED', {}, { cause: new Error(`archive: refused for ${reason}`) });
