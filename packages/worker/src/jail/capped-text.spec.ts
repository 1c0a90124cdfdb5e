import { describe, expect, it } from '@jest/globals';
import { CappedText } from './capped-text.js';

const collect = (keep: 'first' | 'last', ...chunks: string[]): string => {
  const text = new CappedText(4, keep);
  for (const chunk of chunks) text.add(Buffer.from(chunk));
  return text.toString();
};

describe('CappedText', () => {
  it('keeps everything below the cap', () => {
    expect(collect('first', 'a', 'bc')).toBe('abc');
    expect(collect('last', 'a', 'bc')).toBe('abc');
  });
  it('keeps the first part', () => {
    expect(collect('first', 'abc', 'def', 'ghi')).toBe('abcd');
  });
  it('keeps the last part, whatever the size of the chunks', () => {
    expect(collect('last', 'abc', 'def', 'ghi', 'j')).toBe('ghij');
    expect(collect('last', 'abcdefghijkl')).toBe('ijkl');
  });
});
