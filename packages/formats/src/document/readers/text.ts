import { type ByteReader, corrupt } from '../../bytes/byte-reader.js';
import { rootElement } from '../../bytes/xml-root.js';
import type { Facts } from '../../define/facts.js';
import { type Content, HEAD_BYTES } from '../../define/signature.js';
import { STRUCTURES, structureOf } from './text-structures.js';

const SAMPLE_BYTES = 16_384;

/** Source code that some program would run or follow, recognised so that the refusal can name it. */
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
  'application/vnd.oasis.opendocument.graphics': 'fodg',
};

/** What may precede the first element of a page. */
const PROLOG = /\s+|<\?xml[^<>]*\?>|<!--[\s\S]*?-->/iy;
/** Elements with which a page, or a fragment of one, begins. */
const HTML =
  /<(?:!doctype\s+html|(?:html|head|body|title|meta|link|style|h[1-6]|p|div|span|table|ul|ol|section|article|main|center|font|br|b|i|a|img)[\s>/])/iy;

/**
 * C0 controls that no text contains: all except tab, line feed, vertical tab, form feed, return, substitute and escape.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f]/;

/** Kinds of text that a file without a signature of its own may look like: its name decides. */
export const TEXT_KINDS: readonly string[] = ['txt', 'html', ...STRUCTURES];

/**
 * The kind of a text: `html`, one of {@link STRUCTURES}, a flat Office file, the name of a script language, `txt`, or undefined if it is not text.
 * An encoding that only the words could reveal, such as EBCDIC, is not recognised.
 */
export async function detectTextKind({ head, reader }: Content): Promise<string | undefined> {
  const text = decode(head);
  if (text === undefined || !(await isText(reader, head))) return undefined;
  const program = PROGRAMS.find(([pattern]) => pattern.test(text))?.[1];
  if (program) return program;
  const root = rootElement(head);
  if (root?.name === 'document' && root.attributes.has('office:mimetype')) {
    return FLAT_OFFICE[root.attributes.get('office:mimetype') ?? ''] ?? 'xml';
  }
  return structureOf(head, text) ?? (beginsLikePage(text) ? 'html' : 'txt');
}

function beginsLikePage(text: string): boolean {
  PROLOG.lastIndex = 0;
  let at = 0;
  while (PROLOG.test(text)) at = PROLOG.lastIndex;
  HTML.lastIndex = at;
  return HTML.test(text);
}

/** Checks a few kilobytes at start, middle and end, because a binary file may begin with text. */
async function isText(reader: ByteReader, head: Buffer): Promise<boolean> {
  const encoding = encodingOf(head);
  if (encoding !== 'single-byte' && encoding !== 'utf-8') return decode(head) !== undefined;
  return (await samplesOf(reader)).every((sample) => !CONTROL.test(sample.toString('latin1')));
}

/** Middle and end, unless they are in the head. */
async function samplesOf(reader: ByteReader): Promise<Buffer[]> {
  if (reader.sizeBytes <= HEAD_BYTES) return [];
  const middle = Math.floor(reader.sizeBytes / 2) - SAMPLE_BYTES / 2;
  const end = reader.sizeBytes - SAMPLE_BYTES;
  return Promise.all([middle, end].map((offset) => reader.read(offset, SAMPLE_BYTES)));
}

/**
 * Checks a text that an engine wrote. Control characters of the uploaded file are allowed; NULs are damage.
 *
 * @throws {AppError} FILE_CORRUPT as `damage` of the facts
 */
export async function inspectText(reader: ByteReader): Promise<Facts> {
  const head = await reader.read(0, HEAD_BYTES);
  if (encodingOf(head).startsWith('utf-16')) return {};
  const samples = [head, ...(await samplesOf(reader))];
  if (samples.some((sample) => sample.includes(0))) throw corrupt('it is no text');
  return {};
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'single-byte';

/** In UTF-16 that is mostly ASCII, at least this share of the high bytes is zero, and hardly any low byte. */
const UTF16 = { windowBytes: 4_096, leastBytes: 8, high: 0.4, low: 0.02 };

function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  return unmarkedUtf16(head.subarray(0, UTF16.windowBytes)) ?? 'single-byte';
}

/** Some Windows programs write no byte order mark. */
function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < UTF16.leastBytes || bytes.length % 2 !== 0) return undefined;
  const nuls = [0, 0] as [number, number];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) nuls[at % 2 === 0 ? 0 : 1]++;
  const [even, odd] = nuls.map((count) => count / (bytes.length / 2)) as [number, number];
  if (odd >= UTF16.high && even <= UTF16.low) return 'utf-16le';
  return even >= UTF16.high && odd <= UTF16.low ? 'utf-16be' : undefined;
}

/** Undefined if it is not text in the encoding of its first bytes; ASCII is the same in all single-byte encodings. */
function decode(head: Buffer): string | undefined {
  const encoding = encodingOf(head);
  const text = encoding === 'single-byte' ? head.toString('latin1') : new TextDecoder(encoding).decode(head);
  return CONTROL.test(text) ? undefined : text;
}
