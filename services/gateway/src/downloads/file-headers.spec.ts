import { describe, expect, it } from '@jest/globals';
import { cleanFileName } from '../uploads/file-name.js';
import { attachmentHeader } from './file-headers.js';

describe('attachmentHeader', () => {
  it.each([
    'a.jpg',
    'quote".jpg',
    'back\\slash.jpg',
    'line\r\nSet-Cookie: x=1.jpg',
    'bidi\u202egpj.exe',
    '100%41.jpg',
    "it's (a) *star*.jpg",
    'Ünïcödé 日本 עברית العربية 🎉.jpg',
  ])('writes a well-formed header for %j', (given) => {
    const name = cleanFileName(given);
    const header = attachmentHeader(name);
    expect(header).toMatch(/^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
  });
});
