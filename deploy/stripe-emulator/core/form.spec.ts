import { describe, expect, it } from '@jest/globals';
import { parseForm } from './form.ts';

describe('parseForm', () => {
  it('nests by brackets, with positions and without', () => {
    expect(parseForm('a=1&b[c][0][d]=x%20y&b[c][1][d]=z&e[]=1&e[]=2')).toEqual({
      a: '1',
      b: { c: { 0: { d: 'x y' }, 1: { d: 'z' } } },
      e: { 0: '1', 1: '2' },
    });
  });

  it('makes plain keys of names that objects inherit', () => {
    const parsed = parseForm('__proto__[polluted]=1&constructor=2');
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor']);
    expect({}).not.toHaveProperty('polluted');
  });
});
