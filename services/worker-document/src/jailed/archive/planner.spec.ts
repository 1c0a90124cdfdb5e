import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { type ListedEntry, parseLine } from './listing.js';
import { type ArchiveLimits, type ArchivePlan, ArchivePlanner } from './planner.js';
import { Refused } from './refused.js';

const LIMITS: ArchiveLimits = {
  entries: 5,
  unpackedBytes: 1_000,
  ratio: 10,
  ratioFromBytes: 100,
  streamRatioFromBytes: 500,
  nameBytes: 20,
  pathBytes: 40,
};
const entry = (name: string, more: Partial<ListedEntry> = {}): ListedEntry => ({
  name: Buffer.from(name),
  kind: name.endsWith('/') ? 'folder' : 'file',
  sizeBytes: 1,
  ...more,
});

function planOf(...entries: ListedEntry[]): ArchivePlan {
  const planner = new ArchivePlanner(LIMITS, 50);
  for (const one of entries) planner.add(one);
  return planner.finish();
}
function reasonOf(...entries: ListedEntry[]): string {
  try {
    planOf(...entries);
    return 'accepted';
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}

const NO_COUNTS = { links: 0, duplicates: 0, renamed: 0, normalised: 0, unsafe: 0, madeSafe: 0 };

describe('ArchivePlanner', () => {
  it('removes empty and dot segments from names, and skips the root folder', () => {
    expect(planOf(entry('./'), entry('/'), entry('./a//./b')).targets).toEqual([undefined, undefined, 'a/b']);
  });

  it('drops names that lead outside and counts them', () => {
    const { targets, counts } = planOf(
      ...['a/../b', '..', '..\\a', 'a\0b', 'good'].map((name) => entry(name)),
    );
    expect(targets).toEqual([undefined, undefined, undefined, undefined, 'good']);
    expect(counts).toEqual({ ...NO_COUNTS, unsafe: 4 });
  });

  it('makes absolute paths relative and counts them', () => {
    const names = ['/a', '\\b', '//c', 'd'];
    const { targets, counts } = planOf(...names.map((name) => entry(name)));
    expect(targets).toEqual(['a', 'b', 'c', 'd']);
    expect(counts).toEqual({ ...NO_COUNTS, madeSafe: 3 });
  });

  it('replaces drive letters, leading dashes and backslashes, and counts the names', () => {
    const names = ['a:b', '-rf', 'c:\\-d', '12:30'];
    const { targets, counts } = planOf(...names.map((name) => entry(name)));
    expect(targets).toEqual(['a_b', '_rf', 'c_/_d', '12:30']);
    expect(counts).toEqual({ ...NO_COUNTS, madeSafe: 3 });
  });

  it('drops entries of a damaged archive that conflict with others', () => {
    const planner = new ArchivePlanner(LIMITS, 100);
    for (const name of ['a', 'a/b']) planner.add(entry(name));
    expect(planner.finish(true).targets).toEqual(['a', undefined]);
  });

  it.each([
    ['long-name', [entry('ä'.repeat(11))]],
    ['long-name', [entry('a/'.repeat(21))]],
    ['entries', Array.from({ length: 6 }, (_, i) => entry(`${i}`))],
    ['entries', [entry('a/b/c/d/e/f')]],
    ['bytes', [entry('a', { sizeBytes: 1_001 })]],
    ['ratio', [entry('a', { sizeBytes: 501 })]],
    ['inside-file', [entry('a'), entry('a/b')]],
    ['nothing', [entry('a', { kind: 'other' })]],
  ])('refuses an archive for the reason %s', (reason, entries) => {
    expect(reasonOf(...entries)).toBe(reason);
  });

  it('numbers names that differ in letter case only, and keeps the content of a folder together', () => {
    const { targets, counts } = planOf(entry('Docs/a'), entry('docs/a'), entry('docs/B'));
    expect(targets).toEqual(['Docs/a', 'docs (2)/a', 'docs (2)/B']);
    expect(counts.renamed).toBe(2);
  });

  it('numbers 10,000 entries of the same name within 2 s', () => {
    const planner = new ArchivePlanner({ ...LIMITS, entries: 10_000, unpackedBytes: 1e9, ratio: 1e9 }, 50);
    for (let i = 0; i < 10_000; i++) planner.add(entry('\u00e9'));
    const startedAt = performance.now();
    const { targets } = planner.finish();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(targets.at(-1)).toBe('\u00e9 (10000)');
    expect(new Set(targets).size).toBe(10_000);
  });

  it('keeps the last entry of each name', () => {
    const { targets, counts } = planOf(entry('a'), entry('b'), entry('a'));
    expect(targets).toEqual([undefined, 'b', 'a']);
    expect(counts).toEqual({ ...NO_COUNTS, duplicates: 1 });
  });

  it('keeps both entries when their names may differ in Unicode form only, and numbers one', () => {
    for (const second of ['e\u0301', '\u00e9', 'E\u0301']) {
      const { targets, counts } = planOf(entry('\u00e9'), entry(second));
      expect(targets).toEqual(['\u00e9', `${second.normalize('NFC')} (2)`]);
      expect(counts).toEqual({ ...NO_COUNTS, renamed: 1, normalised: second === '\u00e9' ? 0 : 1 });
    }
  });

  it('writes names and folders in NFC, and a repeated folder once', () => {
    const names = ['e\u0301/', 'e\u0301/', 'e\u0301/u\u0308'];
    const { targets, counts } = planOf(...names.map((name) => entry(name)));
    expect(targets).toEqual([undefined, '\u00e9', '\u00e9/\u00fc']);
    expect([counts.renamed, counts.normalised]).toEqual([0, 3]);
  });
});

describe('parseLine', () => {
  it('decodes the escapes of bsdtar and the types of entries', () => {
    const line = (type: string, size: string, name: string) =>
      parseLine(`${type}rw-r--r--  0 1000   100 ${size.padStart(11)} Nov 14  2023 ${name}`);
    expect(line('-', '12', 'a\\n\\\\\\204 é').name).toEqual(
      Buffer.concat([Buffer.from('a\n\\'), Buffer.of(0o204), Buffer.from(' é')]),
    );
    expect(line('d', '0', 'a/')).toMatchObject({ kind: 'folder', sizeBytes: 0 });
    expect(line('c', '8,1', 'a')).toMatchObject({ kind: 'other' });
    expect(line('l', '0', 'a -> b')).toMatchObject({ kind: 'other' });
    expect(line('-', '12', '  a ').name.toString()).toBe('  a ');
    expect(() => parseLine('anything else')).toThrow(Refused);
    expect(() => parseLine('-rw-r--r--  0 1000   100 12 Nov 14  2023')).toThrow(Refused);
    expect(() => parseLine('-rw-r--r--  0 1000   100 x Nov 14  2023 a')).toThrow(Refused);
  });

  it.each(['-', ' ', '-r ', '0 ', '-r  0 1000   100 12 Nov 14  2023 a'])(
    'reads many “%s” in linear time',
    (part) => {
      const line = part.repeat(400_000 / part.length);
      const read = () => inLinearTime(() => parseLine(line)).name.length;
      if (part.length > 3) expect(read()).toBeGreaterThan(300_000);
      else expect(read).toThrow(Refused);
    },
  );
});
