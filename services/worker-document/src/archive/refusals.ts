import { AppError } from '@filemill/errors';
import { PACKED_LIMITS } from '@filemill/formats';
import { needsTooMuchMemory } from '@filemill/worker';
import type { Refusal } from '../jailed/archive/refused.js';

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
