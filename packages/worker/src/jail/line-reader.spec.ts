import { describe, expect, it } from '@jest/globals';
import { CappedText, type LineBounds, LineReader } from './line-reader.js';

const MIB = 1024 ** 2;

function read(bounds: LineBounds, ...chunks: readonly (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const reader = new LineReader(bounds, (line) => lines.push(line));
  for (const chunk of chunks) reader.add(Buffer.from(chunk));
  return lines;
}

/** How much memory one more reader holds after `add` received the flood. */
function memoryKept(add: (chunk: Buffer) => void): number {
  const piece = Buffer.alloc(MIB, 'x');
  const before = process.memoryUsage();
  for (let count = 0; count < 128; count++) add(piece);
  const after = process.memoryUsage();
  return after.heapUsed + after.external - before.heapUsed - before.external;
}

describe('LineReader', () => {
  it('joins lines that arrive in pieces', () => {
    expect(read({ maxLineBytes: 10 }, 'on', 'e\ntwo\n\nth', 'ree', '\nno end')).toEqual([
      'one',
      'two',
      '',
      'three',
    ]);
  });

  it('joins characters that arrive in pieces', () => {
    const bytes = [...Buffer.from('Größe 𝄞\n')].map((byte) => Buffer.of(byte));
    expect(read({ maxLineBytes: 20 }, ...bytes)).toEqual(['Größe 𝄞']);
  });

  it('keeps a line of the maximum length and cuts a longer one, in one piece or in many', () => {
    const pieces = Array.from('abcdefg\n');
    expect(read({ maxLineBytes: 4 }, 'abcd\nabcde\nnext\n')).toEqual(['abcd', 'abcd', 'next']);
    expect(read({ maxLineBytes: 4 }, ...pieces, 'next\n')).toEqual(['abcd', 'next']);
  });

  it('cuts between characters', () => {
    expect(read({ maxLineBytes: 4 }, 'abcä\nabcdä\nab𝄞\n')).toEqual(['abc', 'abcd', 'ab']);
  });

  it('does not store a flood without newlines', () => {
    const lines: string[] = [];
    const reader = new LineReader({ maxLineBytes: 256 }, (line) => lines.push(line));
    expect(memoryKept((chunk) => reader.add(chunk))).toBeLessThan(16 * MIB);
    reader.add(Buffer.from('\nnext\n'));
    expect(lines).toEqual(['x'.repeat(256), 'next']);
  });

  it('passes on no more than the limit for all lines together', () => {
    expect(read({ maxLineBytes: 10, maxBytes: 10 }, 'one\nt', 'wo\nthree\n', 'four\n')).toEqual([
      'one',
      'two',
    ]);
  });

  it.each<[string, LineBounds, readonly string[]]>([
    ['a longer line whose end came with it', { maxLineBytes: 5 }, ['one\ntoo long\nfour\n', 'five\n']],
    ['a longer line whose end has not come', { maxLineBytes: 5 }, ['one\nto', 'o long', '\nfour\n']],
    ['one byte too many', { maxLineBytes: 5, maxBytes: 5 }, ['one\nt', 'w', 'o\n']],
  ])('reports %s once if requested, and reads nothing more', (_, bounds, chunks) => {
    const lines: string[] = [];
    let excesses = 0;
    const reader = new LineReader(
      bounds,
      (line) => lines.push(line),
      () => {
        excesses += 1;
      },
    );
    for (const chunk of chunks) reader.add(Buffer.from(chunk));
    expect(lines).toEqual(['one']);
    expect(excesses).toBe(1);
  });

  it('rethrows errors of its callbacks', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    const lines = new LineReader({ maxLineBytes: 5 }, refuse);
    const flood = new LineReader({ maxLineBytes: 5 }, () => undefined, refuse);
    expect(() => lines.add(Buffer.from('one\n'))).toThrow('refused');
    expect(() => flood.add(Buffer.from('too long'))).toThrow('refused');
  });
});

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
