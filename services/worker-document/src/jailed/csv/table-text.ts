import type { TableTextOptions } from '@filemill/formats';
import Papa from 'papaparse';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const;
const BYTE_ORDER_MARK = '\ufeff';

/** Rows as delimited text, RFC 4180, which ends with a line end. */
export function tableText(
  rows: readonly (readonly unknown[])[],
  { delimiter = 'comma', lineEnd = 'crlf', quote = 'needed' }: TableTextOptions,
): string {
  const newline = LINE_ENDS[lineEnd];
  const text = Papa.unparse(rows as string[][], {
    delimiter: DELIMITERS[delimiter],
    newline,
    quotes: quote === 'all',
  });
  return text === '' ? '' : text + newline;
}

/** The bytes of a text; UTF-16 always has its mark, without which programs do not find it. */
export function encodeText(text: string, encoding: TableTextOptions['encoding'] = 'utf-8'): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(BYTE_ORDER_MARK + text, 'utf16le');
  return Buffer.from(encoding === 'utf-8-bom' ? BYTE_ORDER_MARK + text : text);
}
