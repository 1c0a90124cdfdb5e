import { describe, expect, it } from '@jest/globals';
import { decodeText } from '../text/decode.js';
import { detectDialect } from './dialect.js';
import { cellOf, fodsRow } from './fods.js';

describe('cellOf', () => {
  it.each(['0', '12', '-3', '12.5', '12.50', '123456789012345'])('reads %s as a number', (field) => {
    expect(cellOf(field)).toMatchObject({ kind: 'number', value: field });
  });

  it.each([
    ...[
      '00123',
      '+49',
      '1e5',
      '1,5',
      '1.234.567',
      '12%',
      '.5',
      '5.',
      '-0',
      ' 7',
      '1234567890123456',
      '2026-11-21',
    ],
    ...['=1+1', '@SUM(1)', '-1+2', 'TRUE', 'Inf'],
  ])('keeps %s as text', (field) => {
    expect(cellOf(field)).toEqual({ kind: 'text', text: field });
  });

  it('keeps the number of decimals', () => {
    expect(cellOf('12.50')).toMatchObject({ decimals: 2 });
  });
});

describe('detectDialect', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n', ';'],
    ['a\tb\n1\t2, 3\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['"a;b",c\n"d;e",f\n', ','],
    ['one column\nonly\n', ','],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(detectDialect(text)).toEqual({ delimiter, start: 0 });
  });

  it('uses the delimiter that Excel declares in the first line', () => {
    expect(detectDialect('sep=;\r\na,b;c\r\n')).toEqual({ delimiter: ';', start: 7 });
  });
});

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('é漢🙂')],
    ['UTF-8 with a mark', Buffer.from('\ufeffé漢🙂')],
    ['UTF-16', Buffer.from('\ufeffé漢🙂', 'utf16le')],
    [
      'UTF-16 without a mark',
      Buffer.from('a text of é漢🙂'.repeat(9), 'utf16le'),
      'a text of é漢🙂'.repeat(9),
    ],
    [
      'big-endian UTF-16 without a mark',
      Buffer.from('words and words', 'utf16le').swap16(),
      'words and words',
    ],
    ['EBCDIC', Buffer.from('c1958440a689a38840f7f8f94b25', 'hex'), 'And with 789.\n'],
    ['big-endian UTF-16', Buffer.from('\ufeffé漢🙂', 'utf16le').swap16()],
  ])('reads %s', (_, bytes, text = 'é漢🙂') => {
    expect(decodeText(bytes)).toBe(text);
  });

  it('falls back to Windows-1252 if the text is not UTF-8', () => {
    expect(decodeText(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80]))).toBe('café €');
  });
});

describe('fodsRow', () => {
  it('keeps white space, line breaks and markup characters of a text', () => {
    expect(fodsRow(['  a  <b>\nc'])).toContain(
      '<text:p><text:s text:c="2"/>a<text:s text:c="2"/>&lt;b&gt;</text:p><text:p>c</text:p>',
    );
  });
});
