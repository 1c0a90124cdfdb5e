import { describe, expect, it } from '@jest/globals';
import { type FileResult, sumUp, tableOf } from './page.ts';

const file = (changes: Partial<FileResult>): FileResult => ({
  source: 'debian:icons',
  name: 'usr/share/icon.png',
  promised: 'png',
  format: 'png',
  outcome: 'converted',
  ...changes,
});
const refused = file({
  outcome: 'wronglyRefused',
  code: 'ENGINE_FAILED',
  detail: 'one | two\nthree',
  bare: { program: 'vips', opens: true, said: '' },
});

describe('sumUp', () => {
  it('counts a file under its detected format, or by its name if no format was detected', () => {
    const { formats } = sumUp([
      file({ format: 'jpg' }),
      file({ format: undefined, outcome: 'rightlyRefused' }),
    ]);
    expect(formats.map(([id]) => id)).toEqual(['jpg', 'png']);
  });

  it('counts a refusal as wrong only if an ordinary program opens the file', () => {
    const { share, engineFailed } = sumUp([
      refused,
      file({ outcome: 'rightlyRefused', code: 'ENGINE_FAILED' }),
      file({ outcome: 'locked' }),
      file({}),
    ]);
    expect({ share, engineFailed }).toEqual({ share: 0.25, engineFailed: 1 });
  });
});

describe('tableOf', () => {
  it('lists what is refused rightly although a program opens it, and what is not read', () => {
    const text = tableOf([
      file({ name: 'a.dbf', outcome: 'rightlyRefused', misjudged: 'one byte' }),
      file({ name: 'b.eps', format: 'eps', outcome: 'notRead' }),
    ]);
    expect(text).toContain('Refused although an ordinary program opens them: 0 of 2');
    expect(text).toContain('- debian:icons `a.dbf`: one byte');
    expect(text).toContain('- debian:icons `b.eps`: eps');
  });

  it('names each file that was wrongly refused, on one line', () => {
    expect(
      tableOf([refused, file({})])
        .split('\n')
        .at(-1),
    ).toBe('- debian:icons `usr/share/icon.png` (png): ENGINE_FAILED, one / two three; opened by vips');
  });
});
