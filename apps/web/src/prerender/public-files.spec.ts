import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { LANGUAGE_IDS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { localPath } from '../lib/local-path.js';
import { fillPublicFile, LANGUAGE_LIST } from './public-files.js';

interface MessageEvent {
  readonly data: readonly string[];
  waitUntil(work: Promise<unknown>): void;
}

/** The paths that the service worker keeps for an open page. */
async function pathsKeptFor(page: string): Promise<string[]> {
  const source = readFileSync('apps/web/public/sw.js', 'utf8');
  const kept: string[] = [];
  const cache = { match: async () => undefined, add: async (path: string) => kept.push(path) };
  const listeners = new Map<string, (event: MessageEvent) => void>();
  runInNewContext(fillPublicFile(source, { BUILD: 'test', LANGUAGES: LANGUAGE_LIST }), {
    addEventListener: (name: string, listener: (event: MessageEvent) => void) =>
      listeners.set(name, listener),
    caches: { open: async () => cache },
  });
  let work: Promise<unknown> = Promise.resolve();
  listeners.get('message')?.({ data: [page], waitUntil: (promise) => (work = promise) });
  await work;
  return kept;
}

describe('sw.js', () => {
  it.each(LANGUAGE_IDS)('keeps the offline page of the language of an open page: %s', async (language) => {
    for (const path of ['/', '/docs'].map((page) => localPath(language, page)))
      expect(await pathsKeptFor(path)).toEqual([path, localPath(language, '/offline')]);
  });

  it('treats an unknown first segment as a page of the default language', async () => {
    expect(await pathsKeptFor('/items')).toEqual(['/items', '/offline']);
  });
});
