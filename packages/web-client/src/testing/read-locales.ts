import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All texts of a language by `namespace:key.of.it`; lists count their places as keys. */
export type Translations = ReadonlyMap<string, string>;

/** The texts of each language that has a folder. */
export type LocaleFolder = ReadonlyMap<string, Translations>;

function flatten(value: unknown, key: string, into: Map<string, string>): void {
  if (typeof value === 'string') into.set(key, value);
  else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      flatten(inner, key.endsWith(':') ? key + name : `${key}.${name}`, into);
    }
  } else throw new TypeError(`${key} is no text`);
}

/** Reads `<folder>/<language>/<namespace>.json`. */
export function readLocales(folder: string): LocaleFolder {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    languages.map(({ name: language }) => {
      const texts = new Map<string, string>();
      for (const file of readdirSync(join(folder, language))) {
        const content: unknown = JSON.parse(readFileSync(join(folder, language, file), 'utf8'));
        flatten(content, `${file.replace(/\.json$/, '')}:`, texts);
      }
      return [language, texts];
    }),
  );
}
