import type { WrittenEntry } from '../zip-records.js';
import type { Mended } from './old-office.js';
import { closeXml } from './xml.js';
import { type FoundEntry, findEntries, zipOf } from './zip-entries.js';

const TYPES = '[Content_Types].xml';
const ROOT_RELATIONS = '_rels/.rels';
const OFFICE = 'http://schemas.openxmlformats.org';
const TYPE = 'application/vnd.openxmlformats';

/** Usual paths of main parts, and their content types: ECMA-376 part 1. */
const MAIN_PARTS: Readonly<Record<string, string>> = {
  'word/document.xml': `${TYPE}-officedocument.wordprocessingml.document.main+xml`,
  'xl/workbook.xml': `${TYPE}-officedocument.spreadsheetml.sheet.main+xml`,
  'ppt/presentation.xml': `${TYPE}-officedocument.presentationml.presentation.main+xml`,
};
/** Types of the essential parts, by folder or name of the part. */
const PART_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^word\/styles\.xml$/, `${TYPE}-officedocument.wordprocessingml.styles+xml`],
  [/^word\/numbering\.xml$/, `${TYPE}-officedocument.wordprocessingml.numbering+xml`],
  [/^xl\/worksheets\/[^/]+\.xml$/, `${TYPE}-officedocument.spreadsheetml.worksheet+xml`],
  [/^xl\/sharedStrings\.xml$/, `${TYPE}-officedocument.spreadsheetml.sharedStrings+xml`],
  [/^xl\/styles\.xml$/, `${TYPE}-officedocument.spreadsheetml.styles+xml`],
  [/^ppt\/slides\/[^/]+\.xml$/, `${TYPE}-officedocument.presentationml.slide+xml`],
  [/^ppt\/slideLayouts\/[^/]+\.xml$/, `${TYPE}-officedocument.presentationml.slideLayout+xml`],
  [/^ppt\/slideMasters\/[^/]+\.xml$/, `${TYPE}-officedocument.presentationml.slideMaster+xml`],
  [/^[^/]+\/theme\/[^/]+\.xml$/, `${TYPE}-officedocument.theme+xml`],
];
const PICTURES = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'emf', 'wmf', 'svg'];

/** Characters in names for which LibreOffice refuses a package; no essential part has one. */
const FORBIDDEN = /[:*?"<>|]/;

/**
 * Rewrites the zip of a document: without data before it, each part once, with standard separators. In a
 * damaged file it keeps what can be unpacked, closes truncated XML, and rebuilds the lists of an Office Open XML file
 * if they are lost.
 *
 * @returns undefined if it has no parts
 */
export async function mendZip(file: Buffer): Promise<Mended | undefined> {
  const { found, isListed } = await findEntries(file);
  const parts = new Map<string, WrittenEntry>();
  let isWhole = isListed;
  for (const entry of found) {
    const name = entry.name.replaceAll('\\', '/');
    if (name.endsWith('/') || leadsOutside(name)) continue;
    if (FORBIDDEN.test(name)) {
      isWhole = false;
      continue;
    }
    const part = entry.isWhole ? entry : salvage(entry);
    isWhole &&= entry.isWhole;
    // Of two entries with the same name the last one counts, as for every reader of the directory.
    if (part) parts.set(name, { ...part, name });
  }
  if (parts.size === 0) return undefined;
  const main = Object.keys(MAIN_PARTS).find((name) => parts.has(name));
  if (main !== undefined) isWhole = restoreLists(parts, main) && isWhole;
  return { parts: zipOf(inOrder(parts)), isWhole };
}

const leadsOutside = (name: string): boolean =>
  name === '' || name.startsWith('/') || name.includes('\0') || name.split('/').includes('..');

const stored = (name: string, text: string): WrittenEntry => {
  const content = Buffer.from(text);
  return { name, method: 0, packed: content, content };
};

/** Truncated XML is useful once it is closed; a truncated picture is not. */
function salvage({ name, content }: FoundEntry): WrittenEntry | undefined {
  const text = /\.(?:xml|rels)$/i.test(name) ? closeXml(content) : undefined;
  return text === undefined ? undefined : stored(name, text);
}

/** @returns whether the lists were present */
function restoreLists(parts: Map<string, WrittenEntry>, main: string): boolean {
  const has = (name: string): boolean => parts.has(name);
  const hadAll = has(TYPES) && has(ROOT_RELATIONS);
  if (!has(TYPES)) parts.set(TYPES, stored(TYPES, contentTypes([...parts.keys()])));
  if (!has(ROOT_RELATIONS)) {
    const type = `${OFFICE}/officeDocument/2006/relationships/officeDocument`;
    const relation = `<Relationship Id="rId1" Type="${type}" Target="${main}"/>`;
    const xml = `<Relationships xmlns="${OFFICE}/package/2006/relationships">${relation}</Relationships>`;
    parts.set(ROOT_RELATIONS, stored(ROOT_RELATIONS, xml));
  }
  return hadAll;
}

function contentTypes(names: readonly string[]): string {
  const overrides = names.flatMap((name) => {
    const type = MAIN_PARTS[name] ?? PART_TYPES.find(([pattern]) => pattern.test(name))?.[1];
    return type === undefined ? [] : [`<Override PartName="/${escapeXml(name)}" ContentType="${type}"/>`];
  });
  const defaults = [
    `<Default Extension="rels" ContentType="${TYPE}-package.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...PICTURES.map(
      (kind) => `<Default Extension="${kind}" ContentType="image/${kind === 'jpg' ? 'jpeg' : kind}"/>`,
    ),
  ];
  return `<Types xmlns="${OFFICE}/package/2006/content-types">${[...defaults, ...overrides].join('')}</Types>`;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Readers of OpenDocument expect `mimetype` first, those of Office Open XML the list of types. */
const inOrder = (parts: ReadonlyMap<string, WrittenEntry>): WrittenEntry[] => {
  const first = ['mimetype', TYPES];
  const rank = ({ name }: { name: string }): number => (first.includes(name) ? 0 : 1);
  return [...parts.values()].toSorted((a, b) => rank(a) - rank(b));
};
