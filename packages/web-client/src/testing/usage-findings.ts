import { globSync, readFileSync } from 'node:fs';
import { pluralBaseOf, pluralBases } from './plural-keys.js';
import type { Translations } from './read-locales.js';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The source files below some folders, without tests. */
export const readSources = (folders: readonly string[]): readonly SourceFile[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((path) => !/\.(spec|e2e-spec|alone-spec)\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const STRING = /'([^'\n\\]+)'|"([^"\n\\]+)"/g;
const TEMPLATE = /`([^`\n]*\$\{[^`\n]*)`/g;
/** A key that is a literal in the call. */
const CALL = /\bt\(\s*'([^']+)'/g;
const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Namespaces that a file reads, with the default one; undefined for a file that receives its `t` as a parameter. */
function namespacesOf({ text }: SourceFile): readonly string[] | undefined {
  const calls = [...text.matchAll(/useTranslation\(([^)]*)\)/g)];
  if (calls.length === 0) return undefined;
  return [
    'common',
    ...calls.flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)),
  ];
}

/** A template as a pattern of keys; one that begins with a variable names no key. */
function patternOf(template: string, isObject: boolean): RegExp | undefined {
  const [head = '', ...rest] = template.split(/\$\{[^}]*\}/);
  if (!/^[\w:.]*\w[.:_]$/.test(head)) return undefined;
  const body = [head, ...rest].map(escapeRegExp).join('[\\w.-]+?');
  return new RegExp(`^${body}${isObject ? '(\\..*)?' : ''}$`);
}

function keysNamedBy(source: SourceFile): (namespace: string, key: string) => boolean {
  const namespaces = namespacesOf(source);
  const isObject = source.text.includes('returnObjects');
  const literals = new Set(
    [...source.text.matchAll(STRING)].map(([, single, double]) => single ?? double ?? ''),
  );
  const patterns = [...source.text.matchAll(TEMPLATE)].flatMap(
    ([, body = '']) => patternOf(body, isObject) ?? [],
  );
  const ancestors = (key: string): string[] =>
    isObject ? key.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.')) : [key];
  return (namespace, key) => {
    const bare = namespaces === undefined || namespaces.includes(namespace);
    const names = [...(bare ? ancestors(key) : []), ...ancestors(key).map((name) => `${namespace}:${name}`)];
    return names.some((name) => literals.has(name) || patterns.some((pattern) => pattern.test(name)));
  };
}

/** Calls with a key that English does not have. */
function unknownKeys(source: SourceFile, english: Translations): readonly string[] {
  const namespaces = namespacesOf(source);
  const known = new Set([...english.keys()].flatMap((key) => [key, pluralBaseOf(key)]));
  const all = [...new Set([...english.keys()].map((key) => key.split(':')[0] ?? ''))];
  const isObject = source.text.includes('returnObjects');
  return [...source.text.matchAll(CALL)].flatMap(([, key = '']) => {
    const candidates = key.includes(':')
      ? [key]
      : (namespaces ?? all).map((namespace) => `${namespace}:${key}`);
    const isKnown = candidates.some(
      (name) => known.has(name) || (isObject && [...known].some((other) => other.startsWith(`${name}.`))),
    );
    return isKnown ? [] : [`${source.path}: ${key}: no such text`];
  });
}

/**
 * Unused texts, and keys without a text, one line each.
 *
 * @param dynamic - patterns of `namespace:key` that programs only build from parts
 */
export function usageFindings(
  sources: readonly SourceFile[],
  english: Translations,
  dynamic: readonly RegExp[],
): readonly string[] {
  const namers = sources.map(keysNamedBy);
  const plurals = pluralBases(english);
  const unused = [...english.keys()].filter((full) => {
    const base = plurals.has(pluralBaseOf(full)) ? pluralBaseOf(full) : full;
    const [namespace = '', key = ''] = base.split(/:(.*)/s);
    return !dynamic.some((pattern) => pattern.test(full)) && !namers.some((names) => names(namespace, key));
  });
  return [
    ...unused.map((key) => `${key}: not used`),
    ...sources.flatMap((source) => unknownKeys(source, english)),
  ];
}
