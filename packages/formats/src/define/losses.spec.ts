import { describe, expect, it } from '@jest/globals';
import { LOSSES, lossOf } from './losses.js';

describe('lossOf', () => {
  it('fills the text with its parameters and keeps them', () => {
    expect(lossOf('sample_rate_reduced', { limitKhz: 44.1 })).toEqual({
      code: 'sample_rate_reduced',
      params: { limitKhz: 44.1 },
      message: 'The sample rate was reduced to at most 44.1 kHz.',
    });
  });

  it('uses the singular for one and the plural for several', () => {
    const messageOf = (count: number) => lossOf('links_dropped', { count }).message;
    expect(messageOf(1)).toContain(': 1 entry left out.');
    expect(messageOf(1_200)).toContain(': 1,200 entries left out.');
  });

  it('throws when a parameter of the text is missing', () => {
    expect(() => lossOf('names_reencoded')).toThrow('charset');
    expect(() => lossOf('links_dropped')).toThrow('count');
  });
});

describe('LOSSES', () => {
  it('has codes of lower-case letters and underscores, 40 at most', () => {
    expect(Object.keys(LOSSES).filter((code) => !/^[a-z_]{1,40}$/.test(code))).toEqual([]);
  });
});
