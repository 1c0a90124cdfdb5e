import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { ENCRYPTED, type Entry, KINDS, STREAMED_BOMBS, tarOf, zipOf } from './archive-hostile.js';
import {
  codeOf,
  convert,
  converter,
  file,
  filesIn,
  isOfToday,
  outcomeOf,
  todays,
} from './archive-outcomes.js';
import { run } from './archive-reading.js';

/** More than a second, for a machine that does other work; the whole conversion takes longer. */
const STOP_MS = 10_000;
/** Readable in the jail, if a reference were followed. */
const OUTSIDE = '/etc/passwd';

describe.each(todays)('%s', (kind) => {
  const make = KINDS[kind] as (entries: readonly Entry[]) => Buffer;

  it.each(['../evil', '/../evil', 'a/../../evil', '..\\evil', '..'])(
    'T13: drops the entry %s and reports it',
    async (name) => {
      const { names, losses } = await filesIn(kind, [file('good'), file(name)]);
      expect(names).toEqual(['good']);
      expect(losses).toContain('unsafe_names_dropped');
    },
  );

  it('T13: refuses an archive with only unsafe names', async () => {
    expect(await outcomeOf(kind, make([file('../evil')]))).toBe('FILE_CORRUPT');
  });

  it.each([
    ['C:\\evil', 'C_/evil'],
    ['c:evil', 'c_evil'],
    ['a:b', 'a_b'],
    ['-rf', '_rf'],
    ['/evil_', 'evil_'],
  ])('T13: changes the name %s to %s and reports it', async (name, safe) => {
    const { names, losses } = await filesIn(kind, [file('good'), file(name)]);
    expect(names.filter((each) => each.includes('.') || each.includes('_'))).toEqual([safe]);
    expect(losses).toContain('names_made_safe');
  });

  it('T13: treats a backslash as a folder separator', async () => {
    expect((await filesIn(kind, [file('a\\evil')])).names.at(-1)).toBe('a/evil');
  });

  it('T13: keeps harmless names with dots', async () => {
    const names = ['..good', 'a..b/c..', '.../x', '.hidden', 'a: b'.replace(': ', ' - ')];
    expect(
      (
        await filesIn(
          kind,
          names.map((name) => file(name)),
        )
      ).names,
    ).toEqual(names.toSorted());
  });

  it('T14: drops links, and writes an entry below a link’s name into a folder', async () => {
    const entries = [
      file('good'),
      { name: 'link', mode: 0o120777, target: '/etc' },
      { name: 'more', mode: 0o120777, target: OUTSIDE },
      file('link/passwd'),
    ];
    // 7z packs from a file system, which cannot hold both.
    const wanted = kind === '7z' ? entries.slice(0, 3) : entries;
    const { members, losses } = await filesIn(kind, wanted);
    expect(members.map(({ type }) => type)).toEqual(wanted.slice(0, -2).map(() => 'file'));
    expect(members.map(({ name }) => name)).not.toContain('link');
    expect(losses).toContain('links_dropped');
  });

  it('T15: refuses an archive that unpacks to more than 100 times its size', async () => {
    if (['tar', 'cpio'].includes(kind)) return; // as large as its content
    const zeros = Buffer.alloc(kind.startsWith('rar') ? 1 : 34 * 2 ** 20);
    const bomb = { name: 'zeros', data: zeros, ...(kind.startsWith('rar') && { declaredBytes: 4e9 }) };
    expect(await outcomeOf(kind, make([bomb]))).toBe('FILE_TOO_LARGE');
  });

  it('T15: converts the same archive when its content is just below the size where the ratio applies', async () => {
    const zeros = Buffer.alloc(kind.startsWith('rar') ? 1_000 : 30 * 2 ** 20);
    expect(await outcomeOf(kind, make([{ name: 'zeros', data: zeros }]))).toBe('converted');
  });

  it('T15: does not unpack an archive inside an archive', async () => {
    const inner = zipOf([file('../evil'), { name: 'zeros', data: Buffer.alloc(40 * 2 ** 20) }]);
    const { names } = await filesIn(kind, [{ name: 'inner.zip', data: inner }]);
    expect(names).toEqual(['inner.zip']);
  });

  it('T16: refuses more than 10,000 entries', async () => {
    const entries = Array.from({ length: 10_001 }, (_, i) => ({ name: `n${i}`, data: Buffer.alloc(0) }));
    expect(await outcomeOf(kind, make(entries))).toBe('FILE_TOO_LARGE');
  });

  it('T16: refuses too long names', async () => {
    const name = kind === '7z' ? 'n'.repeat(240) : 'n'.repeat(256);
    const path = `${`${name.slice(0, 120)}/`.repeat(9)}a`;
    if (kind !== '7z') expect(await outcomeOf(kind, make([file(name)]))).toBe('FILE_TOO_LARGE');
    if (kind !== '7z') expect(await outcomeOf(kind, make([file(path)]))).toBe('FILE_TOO_LARGE');
    expect((await filesIn(kind, [file(name.slice(0, 240))])).names).toEqual([name.slice(0, 240)]);
  });

  it('numbers names that differ in letter case only, and keeps the last of equal names', async () => {
    const caseConflict = await filesIn(kind, [file('Readme.txt'), file('README.txt')]);
    expect(caseConflict.names).toEqual(['README (2).txt', 'Readme.txt']);
    expect(caseConflict.losses).toContain('names_numbered');
    const equal = [file('aa'), { name: 'aa', data: Buffer.from('last') }];
    const twice = await filesIn(kind, equal);
    expect(twice.names).toEqual(['aa']);
    expect(twice.losses).toContain('duplicates_dropped');
  });

  it('keeps both files if their names differ in Unicode form only', async () => {
    if (kind === 'rar (4)' || kind === '7z') return; // these test archives need ASCII names, or names of equal length in bytes
    const two = [file('e\u0301'), { name: '\u00e9', data: Buffer.from('second') }];
    const { names, losses } = await filesIn(kind, two);
    expect([names, losses]).toEqual([
      ['\u00e9', '\u00e9 (2)'],
      ['names_numbered', 'names_normalised'],
    ]);
  });

  it('keeps one if a file and a folder have the same name, and reports it', async () => {
    const { names, losses } = await filesIn(kind, [file('aa'), file('aa/b')]);
    expect(names).toHaveLength(1);
    expect(losses).toContain('input_damaged');
  });

  it('refuses a truncated archive, and an archive without a file', async () => {
    const whole = make([
      { name: 'a', data: Buffer.from(Array.from({ length: 90_000 }, (_, i) => (i * i) % 251)) },
    ]);
    expect(await outcomeOf(kind, whole.subarray(0, whole.length * 0.6))).toMatch(
      /^(FILE_CORRUPT|UNSUPPORTED_FORMAT)$/,
    );
    expect(await outcomeOf(kind, make([{ name: 'link', mode: 0o120777, target: 'x' }]))).toBe('FILE_CORRUPT');
  });
});

describe('an archive bomb whose ratio is allowed only because of data at its end', () => {
  it.each(Object.keys(STREAMED_BOMBS).filter(isOfToday))(
    'T15: is refused before the end: %s',
    async (kind) => {
      expect(await codeOf(kind, (STREAMED_BOMBS[kind] as () => Buffer)())).toBe('FILE_TOO_LARGE');
    },
  );
});

describe('devices, pipes and hard links', () => {
  it.each(['1', '3', '4', '6'])('T14: drops a tar entry of type %s', async (tarType) => {
    const { names, losses } = await filesIn('tar', [
      file('good'),
      { name: 'other', tarType, target: 'good' },
    ]);
    expect([names, losses]).toEqual([['good'], ['links_dropped']]);
  });
});

describe('a zip whose headers contradict each other', () => {
  it.each([
    ['T17: sizes that differ', [file('a', { localBytes: 9 })]],
    ['T17: methods that differ', [file('a', { localMethod: 0 })]],
    ['T13: a NUL in a name', [file('a.txt\0.exe')]],
    [
      'T15: the same wrong size in both headers',
      [{ name: 'a', data: Buffer.alloc(40 * 2 ** 20), declaredBytes: 10 }],
    ],
  ])('is refused for %s', async (_, entries) => {
    expect(await outcomeOf('zip', zipOf(entries as Entry[]))).toBe('FILE_CORRUPT');
  });
});

describe('a zip that two programs would read differently', () => {
  it('T15: is refused if entries share bytes', async () => {
    const bytes = zipOf([file('a'), file('b', { sharesOffset: true })]);
    expect(await outcomeOf('zip', bytes)).toBe('FILE_TOO_LARGE');
  });

  it('T17: is read with the names of its central directory, and the difference is reported', async () => {
    const { names, losses } = await filesIn('zip', [file('a', { localName: 'b' })]);
    expect(names).toEqual(['b']);
    expect(losses).toContain('input_damaged');
  });
});

describe('an encrypted archive', () => {
  it.each(Object.keys(ENCRYPTED))('is refused with FILE_ENCRYPTED: %s', async (kind) => {
    expect(await outcomeOf(kind, (ENCRYPTED[kind] as () => Buffer)())).toBe('FILE_ENCRYPTED');
  });
});

/** Formats with a checksum of everything. */
const CHECKED_AT_THE_END = ['tar.bz2', 'tar.xz', 'tar.zst', 'tar.lz4', 'tar.lz', 'tar.lzo'];
/** Formats without checksums of the files. */
const UNCHECKED = ['tar', 'cpio', 'tar.lzma', 'tar.z', 'tar.br'];

describe('a damaged archive', () => {
  it.each(CHECKED_AT_THE_END.filter(isOfToday))(
    'is refused, or converted with a damage report, if its entries have no checksum: %s',
    async (kind) => {
      const bytes = (KINDS[kind] as (e: readonly Entry[]) => Buffer)([
        { name: 'a', data: randomBytes(1_500_000) },
      ]);
      const middle = Math.floor(bytes.length * 0.7);
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x10, middle);
      // How far the unpacker gets before it notices the damage depends on the content.
      const codes = await convert(kind, bytes).then(
        ({ losses }) => losses.map(({ code }): string => code),
        (error: unknown) => [AppError.from(error).code],
      );
      expect(codes.some((code) => ['input_damaged', 'FILE_CORRUPT'].includes(code))).toBe(true);
    },
  );

  it.each(todays.filter((kind) => ![...CHECKED_AT_THE_END, ...UNCHECKED].includes(kind)))(
    'is refused with FILE_CORRUPT if its only entry is damaged: %s',
    async (kind) => {
      const randomData = randomBytes(1_500_000);
      const bytes = (KINDS[kind] as (e: readonly Entry[]) => Buffer)([{ name: 'a', data: randomData }]);
      expect(await outcomeOf(kind, bytes)).toBe('converted');
      const middle = Math.floor(bytes.length * 0.7);
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x10, middle);
      expect(await outcomeOf(kind, bytes)).toBe('FILE_CORRUPT');
    },
  );
});

describe('names in old encodings', () => {
  const OLD_ENCODINGS: readonly (readonly [string, readonly string[]])[] = [
    ['cp437', ['Größe/Übersicht.txt', 'Café Été.jpg', 'mañana.txt']],
    ['cp850', ['São Paulo/Relatório.txt', 'Größe.txt', 'João À.doc']],
    ['cp1252', ['Größe/Übersicht.txt', 'Café Été.jpg', 'São Paulo.doc']],
    ['cp866', ['Документы/Отчёт за год.txt', 'Фото/Лето.jpg']],
    ['cp1251', ['Документы/Отчёт за год.txt', 'Фото/Лето.jpg']],
    ['koi8-r', ['Документы/Отчёт за год.txt', 'Фото/Лето.jpg']],
    ['shift_jis', ['書類/年次報告書.txt', '表示ソフト.txt', '写真.jpg']],
    ['euc-jp', ['書類/年次報告書.txt', '表示ソフト.txt', '写真.jpg']],
    ['gbk', ['文件/年度报告.txt', '新建文件夹/说明.txt']],
    ['big5', ['文件/年度報告.txt', '新增資料夾/說明.txt']],
    ['euc-kr', ['문서/연간 보고서.txt', '새 폴더/설명.txt']],
  ];
  const encode = (names: readonly string[], charset: string): Buffer[] =>
    (JSON.parse(run('python3', ['-c', ENCODE, charset, ...names])) as string[]).map((hex) =>
      Buffer.from(hex, 'hex'),
    );

  it.each(OLD_ENCODINGS)('decodes %s to UTF-8, from zip and from tar', async (charset, names) => {
    const entries = [...encode(names, charset).map((name) => file(name)), file('plain.txt')];
    for (const kind of ['zip', 'tar']) {
      const found = await filesIn(kind, entries, 'tar.gz');
      expect(found.names).toEqual([...names, 'plain.txt'].toSorted());
      expect(found.losses).toContain('names_reencoded');
    }
  });
});
const ENCODE = 'import json, sys\nprint(json.dumps([n.encode(sys.argv[1]).hex() for n in sys.argv[2:]]))';

describe('a conversion that is stopped', () => {
  it('stops soon, and the next one works', async () => {
    const stop = new AbortController();
    const input = join(converter.folder, 'long');
    // Random data: packing it takes seconds.
    const files = Array.from({ length: 30 }, (_, i) => ({ name: `${i}`, data: randomBytes(2 ** 20) }));
    writeFileSync(input, tarOf(files));
    const work = converter.convert({ input, from: 'tar', to: 'tar.xz', signal: stop.signal });
    setTimeout(() => stop.abort(new AppError('CANCELLED')), 400);
    const startedAt = performance.now();
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(performance.now() - startedAt).toBeLessThan(STOP_MS);
    expect(await outcomeOf('tar', tarOf([file('a')]))).toBe('converted');
  });
});
