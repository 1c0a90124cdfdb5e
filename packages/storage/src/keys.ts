import { AppError } from '@filemill/errors';

/** A segment never begins with a dot: `.` and `..` are other folders, and the folder store uses hidden names itself. */
const SEGMENT = '[A-Za-z0-9_:-][A-Za-z0-9._:-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const PREFIX = new RegExp(`^(${SEGMENT}/)*(${SEGMENT})?$`);
/** S3's limit for a key, in bytes. */
const MAX_LENGTH = 1_024;

/** @throws {AppError} INVALID_REQUEST unless the key is relative and made of plain segments */
export function checkKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw invalid('key');
}

/** The same for the beginning of keys, which may end within a segment, after a slash, or be empty. */
export function checkPrefix(prefix: string): void {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix)) throw invalid('prefix');
}

/** A prefix below which everything will be erased: never empty, which would erase the whole store. */
export function checkErasedPrefix(prefix: string): void {
  if (prefix === '') throw invalid('prefix');
  checkPrefix(prefix);
}

const invalid = (field: string): AppError =>
  new AppError('INVALID_REQUEST', { fields: { [field]: 'letters, digits, ._:- and / between segments' } });
