import { describe, expect, it } from '@jest/globals';
import { PercentLines } from './running.js';

function parse(...chunks: readonly (string | Buffer)[]) {
  const fractions: number[] = [];
  const others: string[] = [];
  const lines = new PercentLines(
    (fraction) => fractions.push(fraction),
    (line) => others.push(line),
  );
  for (const chunk of chunks) lines.add(Buffer.from(chunk));
  return { fractions, others, percent: lines.percent };
}

describe('PercentLines', () => {
  it('separates fractions from other lines, however the text is split', () => {
    expect(parse('1% Conv', 'erting\nBad file\n34', '% Running\n101% no\n')).toEqual({
      fractions: [0.01, 0.34],
      others: ['Bad file', '101% no'],
      percent: 34,
    });
  });

  it('joins a character that arrives in two pieces', () => {
    const bytes = Buffer.from('Bad file: Größe\n');
    expect(parse(bytes.subarray(0, 13), bytes.subarray(13)).others).toEqual(['Bad file: Größe']);
  });

  it('cuts a line that never ends', () => {
    expect(parse('x'.repeat(100_000), 'x'.repeat(100_000), '\n5% on\n')).toEqual({
      fractions: [0.05],
      others: ['x'.repeat(1_000)],
      percent: 5,
    });
  });
});
