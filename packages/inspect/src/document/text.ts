import type { ByteReader } from '../byte-reader.js';
import { rootElement } from '../image/xml-root.js';

const HEAD_BYTES = 65_536;
const SAMPLE_BYTES = 16_384;

/** Sources that some program would run or follow; known in order to refuse them by name. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^#!/, 'script'],
  [/^\s*\[Desktop Entry\]/i, 'desktop'],
  [/^\s*\[(?:\{[0-9A-F-]+\}\]|InternetShortcut\])/i, 'url'],
  [/^\s*<\?php\b/i, 'php'],
  [/^\s*@echo\s+o(?:n|ff)\b/i, 'batch'],
  [/^SplineFontDB:/, 'sfd'],
  [/^#FIG /, 'fig'],
];

const FLAT_OFFICE: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'fodt',
  'application/vnd.oasis.opendocument.spreadsheet': 'fods',
  'application/vnd.oasis.opendocument.presentation': 'fodp',
};

/** Elements with which a page, or a piece of one, begins. */
const HTML =
  /^\s*(?:(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->)\s*)*<(?:!doctype\s+html|(?:html|head|body|title|meta|link|style|h[1-6]|p|div|span|table|ul|ol|section|article|main|center|font|br|b|i|a|img)[\s>/])/i;

/** C0 controls that no text holds: all but tab, line feed, vertical tab, form feed, return, substitute and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f]/;

/** `html`, a flat Office file, the name of a program's source, `txt`, or undefined for what is no text. */
export async function textKind(reader: ByteReader, head: Buffer): Promise<string | undefined> {
  const text = decode(head);
  if (text === undefined || !(await isText(reader))) return undefined;
  const program = PROGRAMS.find(([pattern]) => pattern.test(text))?.[1];
  if (program) return program;
  const root = rootElement(head);
  if (root?.name === 'document' && root.attributes.has('office:mimetype')) {
    return FLAT_OFFICE[root.attributes.get('office:mimetype') ?? ''] ?? 'xml';
  }
  if (HTML.test(text)) return 'html';
  return 'txt';
}

export const readHead = (reader: ByteReader): Promise<Buffer> => reader.read(0, HEAD_BYTES);

/** Start, middle and end look like text: a few kilobytes decide, and a binary file with a text at its start is none. */
export async function isText(reader: ByteReader): Promise<boolean> {
  const head = await readHead(reader);
  const encoding = encodingOf(head);
  if (encoding !== 'single-byte' && encoding !== 'utf-8') return decode(head) !== undefined;
  const middle = Math.max(0, Math.floor(reader.sizeBytes / 2) - SAMPLE_BYTES / 2);
  const end = Math.max(0, reader.sizeBytes - SAMPLE_BYTES);
  const samples = await Promise.all([middle, end].map((offset) => reader.read(offset, SAMPLE_BYTES)));
  return [head, ...samples].every((sample) => !CONTROL.test(sample.toString('latin1')));
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'single-byte';

function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : 'single-byte';
}

/** Undefined if it is no text in the encoding that its first bytes tell; ASCII is the same in all single-byte ones. */
function decode(head: Buffer): string | undefined {
  const encoding = encodingOf(head);
  const text = encoding === 'single-byte' ? head.toString('latin1') : new TextDecoder(encoding).decode(head);
  return CONTROL.test(text) ? undefined : text;
}
