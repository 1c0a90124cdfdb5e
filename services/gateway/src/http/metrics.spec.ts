import { CODES, type Code } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { availabilityOf } from './metrics.js';

describe('availabilityOf', () => {
  it('is bad for every 5xx code of ours and for unknown 5xx codes', () => {
    const codes = (Object.keys(CODES) as Code[]).filter((code) => CODES[code].http >= 500);
    const results = codes.map((code) => [code, availabilityOf(CODES[code].http, code)]);
    expect(Object.fromEntries(results)).toEqual({
      ENGINE_FAILED: 'file',
      INTERNAL: 'bad',
      UNAVAILABLE: 'bad',
      OVERLOADED: 'shed',
      ENGINE_TIMEOUT: 'file',
    });
    expect(availabilityOf(500, undefined)).toBe('bad');
  });

  it('is good for every status below 500', () => {
    for (const status of [200, 202, 304, 404, 429]) expect(availabilityOf(status, undefined)).toBe('good');
  });
});
