import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINES, type EngineId, type FormatSpec, type Route } from '@filemill/formats';
import { declarationOf } from '@filemill/formats/testing';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What every declaration imports, and says nothing of a single pair. */
const SHARED = ['define', 'bytes', 'catalogue', 'threads'].map((name) =>
  join(ROOT, `packages/formats/src/${name}/`),
);
const HASH_CHARACTERS = 12;

const closures = new Map<string, readonly string[]>();

/** A source file and those that it imports by relative paths, at once or when needed. */
function closureOf(start: string): readonly string[] {
  const known = closures.get(start);
  if (known) return known;
  const found = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || SHARED.some((folder) => file?.startsWith(folder))) continue;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)\.js'/g))
      waiting.push(`${resolve(dirname(file), path)}.ts`);
  }
  const files = [...found].sort();
  closures.set(start, files);
  return files;
}

/** The files of an engine: its module, the scripts that it starts in the jail, and programs beside them. */
function engineFiles(engine: EngineId): readonly string[] {
  const service = join(ROOT, `services/worker-${ENGINES[engine].worker}`);
  const own = closureOf(join(service, `src/engines/${engine}.engine.ts`));
  const text = own.map((file) => readFileSync(file, 'utf8')).join('');
  const scripts = [...text.matchAll(/'([\w-]+\.main)\.js'/g)].map(([, name]) =>
    join(service, `src/jailed/${name}.ts`),
  );
  const besides = [
    'calibre',
    'citations',
    'dbase',
    'drawing',
    'font',
    'kobo',
    'mailbox',
    'native',
    'outline',
    'pandoc',
    'printed',
    'slideshow',
    'unar',
  ].filter((name) => text.includes(`${name}/`));
  return [
    ...own,
    ...scripts.filter((file) => existsSync(file)).flatMap(closureOf),
    ...besides.flatMap((name) => filesIn(join(service, name))),
  ];
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

const engineHashes = new Map<EngineId, string>();
const formatHashes = new Map<string, string>();

function hashOf<K>(known: Map<K, string>, key: K, files: () => readonly string[]): string {
  const before = known.get(key);
  if (before !== undefined) return before;
  const hash = createHash('sha256');
  for (const file of files()) hash.update(readFileSync(file));
  const text = hash.digest('hex');
  known.set(key, text);
  return text;
}

/** Of the source, also where the compiled declarations run. */
const sourceOf = (file: string): string => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts');

const formatHash = (format: FormatSpec): string =>
  hashOf(formatHashes, format.id, () => closureOf(sourceOf(declarationOf(format.id))));

/** Changes with the declarations of a route and the files of its engines, and with nothing else. */
export function hashOfRoute({ steps }: Route): string {
  const hash = createHash('sha256');
  for (const { engine, from, to } of steps) {
    hash.update(`${engine} ${from.id} ${to.id}\n`);
    hash.update(hashOf(engineHashes, engine, () => engineFiles(engine)));
    hash.update(formatHash(from)).update(formatHash(to));
  }
  return hash.digest('hex').slice(0, HASH_CHARACTERS);
}
