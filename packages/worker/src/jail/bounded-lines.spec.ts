import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { readBoundedLines } from './bounded-lines.js';

describe('readBoundedLines', () => {
  it('puts lines together that come in pieces, and stops at one beyond the cap', async () => {
    const stream = new PassThrough();
    const lines: string[] = [];
    let excesses = 0;
    readBoundedLines(
      stream,
      10,
      (line) => lines.push(line),
      () => {
        excesses += 1;
      },
    );
    for (const chunk of ['on', 'e\ntwo\nth', 'ree\n', 'x'.repeat(11), 'x'.repeat(11), '\nfour\n']) {
      stream.write(chunk);
      await turn();
    }
    expect(lines).toEqual(['one', 'two', 'three']);
    expect(excesses).toBe(1);
  });
});
