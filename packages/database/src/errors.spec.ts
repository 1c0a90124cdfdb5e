import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isRetryable, sqlState, toDatabaseError } from './errors.js';

const failed = (code: string): QueryFailedError =>
  new QueryFailedError('SELECT 1', [], Object.assign(new Error('no'), { code }));

describe('toDatabaseError', () => {
  it.each(['08006', '53300', '53100', '57P01', '57P03', '57014', '55P03', '25006', 'ECONNREFUSED', 'EPIPE'])(
    'maps %s to UNAVAILABLE and keeps the cause',
    (code) => {
      const error = failed(code);
      expect(toDatabaseError(error)).toMatchObject({ code: 'UNAVAILABLE', cause: error });
    },
  );

  it('maps a lost connection without a code to UNAVAILABLE', () => {
    const lost = new Error('Connection terminated unexpectedly');
    expect(toDatabaseError(lost)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('leaves violated constraints and our own errors unchanged', () => {
    for (const error of [failed('23505'), new AppError('NOT_FOUND'), new Error('a defect')])
      expect(toDatabaseError(error)).toBe(error);
  });
});

describe('isRetryable and sqlState', () => {
  it('see a deadlock or a serialisation failure, also as the cause of another error', () => {
    expect(isRetryable(failed('40P01'))).toBe(true);
    expect(isRetryable(new Error('in the work', { cause: failed('40001') }))).toBe(true);
    expect(isRetryable(failed('23505'))).toBe(false);
    expect(sqlState(failed('23505'))).toBe('23505');
  });
});
