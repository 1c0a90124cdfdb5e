import { describe, expect, it } from '@jest/globals';
import { AppError } from './app-error.js';
import { reasonOf } from './reason.js';

describe('reasonOf', () => {
  it('names every cause, outermost first, on one line', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED\n  127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
    });
    const lost = new Error('Connection terminated', { cause: refused });
    expect(reasonOf(new AppError('UNAVAILABLE', {}, { cause: lost }))).toBe(
      'UNAVAILABLE < Connection terminated < connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it('uses the inner errors of an AggregateError without a message', () => {
    const both = new AggregateError([new Error('connect ECONNREFUSED ::1:6379'), new Error('the other')]);
    expect(reasonOf(both)).toBe('AggregateError < connect ECONNREFUSED ::1:6379');
  });

  it('ends for circular causes, and for values that are not errors', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });
    expect(reasonOf(error)).toBe('a < b < a < b < a < b');
    error.cause = error;
    expect(reasonOf(error)).toBe('a');
    expect(reasonOf('gone')).toBe('gone');
    expect(reasonOf(undefined)).toBe('');
  });
});
