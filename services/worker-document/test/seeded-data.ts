import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Feature, heldIn, madeOnce, type SeededFile } from '@filemill/worker/proving';
import { leavesOf } from './data-files.js';

/** Formats whose values Python reads. */
const SEEN = ['json', 'jsonl', 'yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson', 'sqlite', 'parquet'];
const TABLES = ['csv', 'tsv', 'md', 'sqlite', 'parquet'];
const TREES = ['json', 'yaml', 'plist', 'toml', 'msgpack', 'cbor', 'bson', 'jsonl'];
const seen =
  (isIt: (leaf: ReturnType<typeof leavesOf>[number]) => boolean): Feature['isSeen'] =>
  (path, format) =>
    SEEN.includes(format) ? leavesOf(path, format).some(isIt) : undefined;

const NESTING: Feature = {
  code: 'nesting_changed',
  isHeldBy: heldIn(...TREES),
  isSeen: seen(({ path }) => path.endsWith('/size/width')),
};
const NULLS: Feature = {
  code: 'nulls_dropped',
  isHeldBy: ({ id }) => !['toml', 'plist'].includes(id),
  isSeen: seen(({ type }) => type === 'null'),
};
/** Neither JSON nor text has dates. */
const DATES: Feature = {
  code: 'value_types_dropped',
  isHeldBy: heldIn('yaml', 'toml', 'plist', 'msgpack', 'cbor', 'bson', 'parquet'),
  isSeen: seen(({ type }) => type === 'date'),
};
const COMMENTS: Feature = { code: 'comments_dropped', isHeldBy: heldIn() };
const DEFINITIONS: Feature = { code: 'definitions_dropped', isHeldBy: heldIn() };
/** Of a name that comes twice in different letters, and one with a blank, which XML forbids. */
const NAMES: Feature = {
  code: 'names_changed',
  isHeldBy: ({ id }) => !['sqlite', 'xml', 'parquet'].includes(id),
};
/** Of a page only its tables are data. */
const AROUND: readonly Feature[] = (['prose_dropped', 'hyperlinks_dropped', 'pictures_dropped'] as const).map(
  (code) => ({ code, isHeldBy: heldIn() }),
);

/** XML and Markdown have text alone. */
const ofNumbers: NonNullable<SeededFile['always']> = ({ id }) =>
  ['xml', 'md'].includes(id) ? ['value_types_dropped'] : [];
/** A list at the root gets a name where the format wants one. */
const ofList: NonNullable<SeededFile['always']> = (format) => [
  ...(['xml', 'toml', 'bson'].includes(format.id) ? (['nesting_changed'] as const) : []),
  ...ofNumbers(format),
];

const PLAIN = [{ name: 'Fox', count: 3 }];
const json = (value: unknown): string => JSON.stringify(value);
const page = (has: boolean): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>A</title></head><body>${has ? '<p>Some prose.</p>' : ''}<table><tr><th>name<th>count<tr><td>${has ? '<a href="https://example.org/">Fox</a> <img alt="seal" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">' : 'Fox'}<td>3</table></body></html>`;

/** Comments as each format writes them. */
const COMMENTED: Readonly<Record<string, readonly [text: string, comment: string]>> = {
  yaml: ['- name: Fox\n  count: 3\n', '# a remark\n'],
  toml: ['[[records]]\nname = "Fox"\ncount = 3\n', '# a remark\n'],
  ini: ['[record]\nname = Fox\n', '; a remark\n'],
  xml: ['<records><record><name>Fox</name></record></records>', '<!-- a remark -->'],
};

const DATABASE = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute('CREATE TABLE records (name TEXT, count INTEGER)')
database.execute("INSERT INTO records VALUES ('Fox', 3)")
if sys.argv[2] == 'true':
    database.execute('CREATE VIEW names AS SELECT name FROM records')
database.commit()
`;

/** Data of the corpus. @param folder - where they are made */
export function seededData(folder: () => string): SeededFile[] {
  let count = 0;
  const pathOf = (format: string): string => join(folder(), `seeded-data-${++count}.${format}`);
  const made = (format: string, textOf: (has: boolean) => string): SeededFile['make'] =>
    madeOnce((has) => {
      const path = pathOf(format);
      writeFileSync(path, textOf(has));
      return path;
    });
  return [
    {
      name: 'records inside records',
      from: 'json',
      features: [NESTING],
      make: made('json', (has) => json([{ ...PLAIN[0], size: has ? { width: 2 } : 2 }])),
      always: ofList,
      isTarget: heldIn(...TABLES, ...TREES.filter((id) => !['toml', 'plist', 'bson'].includes(id))),
    },
    {
      name: 'records without a value',
      from: 'json',
      features: [NULLS],
      make: made('json', (has) => json({ records: [{ ...PLAIN[0], gap: has ? null : 'a' }] })),
      always: ofNumbers,
      isTarget: heldIn(...TREES, 'csv', 'tsv', 'sqlite', 'parquet', 'xml'),
    },
    {
      name: 'records with instants',
      from: 'yaml',
      features: [DATES],
      make: made('yaml', (has) => `records:\n- name: Fox\n  at: ${has ? '2024-02-29T12:30:45Z' : 'noon'}\n`),
      isTarget: heldIn(...TREES, 'csv', 'tsv', 'sqlite', 'parquet', 'md', 'xml', 'ods', 'xlsx'),
    },
    {
      name: 'names that programs confuse',
      from: 'json',
      features: [NAMES],
      make: made('json', (has) => json([has ? { 'a b': 1, 'A B': 2 } : { a: 1, b: 2 }])),
      always: ofList,
      isTarget: heldIn('csv', 'tsv', 'yaml', 'jsonl', 'msgpack', 'cbor', 'sqlite', 'parquet', 'xml', 'xlsx'),
    },
    ...Object.entries(COMMENTED).map(([from, [text, comment]]) => ({
      name: `a ${from} with a comment`,
      from,
      features: [COMMENTS],
      make: made(from, (has) => (has && from !== 'xml' ? comment + text : has ? text + comment : text)),
      ...(from === 'yaml' && { always: ofList }),
      isTarget: heldIn(...TREES.filter((id) => id !== from), 'csv', 'xml', 'sqlite', 'parquet', 'xlsx', 'md'),
      ...(['ini', 'xml', 'toml'].includes(from) && {
        isTarget: heldIn('json', 'yaml', 'msgpack', 'cbor', 'plist', 'bson'),
      }),
    })),
    {
      name: 'a database with a view',
      from: 'sqlite',
      features: [DEFINITIONS],
      make: madeOnce((has) => {
        const path = pathOf('sqlite');
        execFileSync('/usr/bin/python3', ['-c', DATABASE, path, `${has}`]);
        return path;
      }),
      always: ofList,
      isTarget: heldIn(...TREES, 'csv', 'tsv', 'md', 'parquet', 'xml', 'xlsx', 'ods'),
    },
    {
      name: 'a page with a table, a link and a picture in it and prose beside it',
      from: 'html',
      features: AROUND,
      make: made('html', page),
      always: ofList,
      isTarget: heldIn(
        'csv',
        'tsv',
        'json',
        'yaml',
        'xml',
        'sqlite',
        'parquet',
        'xlsx',
        'ods',
        'xls',
        'msgpack',
      ),
    },
  ];
}
