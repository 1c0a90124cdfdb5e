import type { Targets } from './case.js';

/** T20, T22. File names with a meaning for a shell, an option parser, an engine or a header; without their extension. */
export const hostileNames = ({ file, address }: Targets): readonly string[] => [
  '-version',
  '--help',
  '-i',
  '@list',
  '$(touch x)`id`',
  'a;id|id&id>x<y',
  'quote\'quote"',
  'concat:a|b',
  'pipe:0',
  'data:text,x',
  'a[0]',
  'a[compression=lzw]',
  '%d%s%n%05d',
  '*?~{a,b}!',
  `${address.replaceAll('/', ':')}`,
  `../../..${file}`,
  '..\\..\\a',
  'C:\\a',
  'nul\0byte',
  'line\r\nSet-Cookie: x=1\r\n',
  'tab\ttab',
  'bidi\u202egpj.exe',
  '\ufeff\u200f\u2028',
  'Ünïcödé 日本 עברית العربية 🎉',
  '.',
  'con',
  'x'.repeat(400),
  '日'.repeat(200),
];

/** A multipart body that no library would write. */
export function form(
  parts: readonly { readonly head: string; readonly body: Buffer | string }[],
  boundary = 'filemill-boundary',
): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, body }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}
