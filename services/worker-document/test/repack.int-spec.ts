import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Route, repackingOf } from '@filemill/formats';
import { isRepacking, provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createEngine } from '../src/engines/repack.engine.js';
import { membersOf, run } from './archive-reading.js';
import { epub3Parts, packBook } from './ebook-books.js';
import { zip } from './hostile.js';
import { writeOldFiles } from './old-files.js';
import { isPlainRepacking } from './repack-samples.js';
import { TEMPLATES, templateOf, xlsbOf } from './templates.js';

const folder = mkdtempSync(join(tmpdir(), 'repack-'));
const at = (name: string): string => join(folder, name);
const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const FIXTURES: Readonly<Record<string, string>> = {
  ...{ docx: 'text', odt: 'text', pptx: 'slides', odp: 'slides', xlsx: 'cells', ods: 'cells' },
};

/** A tar with links, owners, modes and fractions of seconds, which every packing must keep. */
const PYTHON_TAR = `
import io, sys, tarfile
with tarfile.open(sys.argv[1], 'w', format=tarfile.PAX_FORMAT) as archive:
    for index in range(40):
        member = tarfile.TarInfo(f'folder {index % 3}/файл {index}.txt')
        data = f'line {index} of a text that can be packed\\n'.encode() * 400
        member.size, member.mtime, member.mode = len(data), 1_600_000_000.25 + index, 0o640
        member.uid, member.uname = 1000 + index, 'miller'
        archive.addfile(member, io.BytesIO(data))
    link = tarfile.TarInfo('link')
    link.type, link.linkname = tarfile.SYMTYPE, 'folder 1/файл 1.txt'
    archive.addfile(link)
`;
/** Programs that pack and unpack, at their weakest level; from standard input to standard output. */
const PACK: Readonly<Record<string, readonly [pack: string, unpack: string]>> = {
  gz: ['gzip -1 -c -n', 'gzip -dc'],
  bz2: ['bzip2 -1 -c', 'bzip2 -dc'],
  xz: ['xz -0 -c', 'xz -dc'],
  zst: ['zstd -1 -q -c', 'zstd -dqc'],
  lz4: ['lz4 -1 -q -c', 'lz4 -dqc'],
  lzma: ['xz --format=lzma -0 -c', '7z x -tlzma -si -so'],
  lz: ['lzip -0 -c', 'bsdcat'],
  lzo: ['lzop -1 -c', 'lzop -dc'],
  br: [
    `python3 -c 'import brotli, sys; sys.stdout.buffer.write(brotli.compress(sys.stdin.buffer.read(), quality=1))'`,
    `python3 -c 'import brotli, sys; sys.stdout.buffer.write(brotli.decompress(sys.stdin.buffer.read()))'`,
  ],
};
const bash = (command: string, from: string, to: string): string =>
  run('bash', ['-c', `${command} < "$1" > "$2"`, 'bash', from, to]);

interface Seen {
  readonly bad: string | null;
  readonly isTypeStored: boolean;
  readonly members: readonly { readonly name: string; readonly content: string }[];
}
const READING = fileURLToPath(new URL('./repack-reading.py', import.meta.url));
const zipOf = (path: string, withPixels: boolean): Seen =>
  JSON.parse(run('python3', [READING, path, ...(withPixels ? ['pixels'] : [])])) as Seen;

const noise = Buffer.from(
  Array.from({ length: 300 * 200 * 3 }, (_, index) => ((index * index) % 251) ^ (index % 7)),
);
const picture = () => sharp(noise, { raw: { width: 300, height: 200, channels: 3 } });
let sources: ReadonlyMap<string, string>;
let png: Buffer;
let jpg: Buffer;
let converter: Converter;

beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 2 });
  png = await picture().png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
  jpg = await picture().jpeg({ quality: 90, optimiseCoding: false }).withMetadata().toBuffer();
  const found = new Map<string, string>();
  const add = (format: string, bytes: Buffer | string): void => {
    found.set(format, at(`in.${format}`));
    writeFileSync(at(`in.${format}`), bytes);
  };
  const zipped = (format: string, level: string, parts: Record<string, Buffer | string>): void => {
    writeFileSync(at('parts.zip'), zip(undefined, parts));
    run('python3', ['-c', REPACKED, at('parts.zip'), at(`in.${format}`), level]);
    found.set(format, at(`in.${format}`));
  };
  const old = await writeOldFiles(at('old'), async () => '');
  for (const [format, path] of old) found.set(format, path);
  for (const id of TEMPLATES) add(id, templateOf(id));
  for (const [id, name] of Object.entries(FIXTURES)) found.set(id, fixture(`${name}.${id}`));
  add('xlsb', xlsbOf('Quicksilver'));
  add('epub', packBook(await epub3Parts()));
  const parts = await epub3Parts();
  add('kepub', packBook(parts));
  const poplars = parts['OEBPS/images/poplars.jpg'] ?? '';
  const details = '<package xmlns="http://www.idpf.org/2007/opf"><metadata/></package>';
  for (const [id, name] of [
    ['htmlz', 'index.html'],
    ['txtz', 'index.txt'],
  ] as const)
    add(
      id,
      packBook({
        mimetype: '',
        [name]: 'The mill stands. '.repeat(400),
        'images/a.jpg': poplars,
        'metadata.opf': details,
      }),
    );
  for (const [id, from] of [
    ['odg', 'odp'],
    ['otg', 'odp'],
  ] as const) {
    const kind = `application/vnd.oasis.opendocument.graphics${id === 'otg' ? '-template' : ''}`;
    add(id, zip(fixture(`slides.${from}`), { mimetype: kind }));
  }
  const glyph = '<glyph name="a" format="2"><advance width="500"/></glyph>';
  const plist = (entries: string) => `<plist version="1.0"><dict>${entries}</dict></plist>`;
  zipped('ufo', '1', {
    'A.ufo/metainfo.plist': plist('<key>formatVersion</key><integer>3</integer>'),
    'A.ufo/glyphs/contents.plist': plist('<key>a</key><string>a.glif</string>'),
    'A.ufo/glyphs/a.glif': glyph,
    'A.ufo/images/a.png': png,
  });
  zipped('cbz', '1', { 'page 1.png': png, 'page 2.jpg': jpg });
  zipped('zip', '1', { 'a/one.png': png, 'b/two.txt': 'some text '.repeat(2_000) });
  run('python3', ['-c', PYTHON_TAR, at('in.tar')]);
  found.set('tar', at('in.tar')).set('cbt', at('in.tar'));
  for (const [id, [pack]] of Object.entries(PACK)) {
    bash(pack, at('in.tar'), at(`in.tar.${id}`));
    bash(pack, fixture('text.html'), at(`in.${id}`));
    found.set(`tar.${id}`, at(`in.tar.${id}`)).set(id, at(`in.${id}`));
  }
  run('tar', ['-xf', at('in.tar'), '--exclude=link', '--no-same-owner', '-C', folder]);
  run('7z', ['a', '-mx=1', '-bso0', '-bsp0', at('in.7z'), 'folder 0', 'folder 1', 'folder 2'], folder);
  found.set('7z', at('in.7z')).set('cb7', at('in.7z'));
  run('bash', ['-c', 'find "folder 0" "folder 1" | cpio -o --quiet -H newc > in.cpio'], folder);
  run('bash', ['-c', 'xorriso -no_rc -as mkisofs -quiet -R -J -o in.iso "folder 0"'], folder);
  found.set('cpio', at('in.cpio')).set('iso', at('in.iso'));
  for (const id of ['json', 'geojson']) add(id, JSON.stringify(VALUES, undefined, 4));
  add('jsonl', `${VALUES.map((value) => JSON.stringify(value).replace(/,/g, ' , ')).join('\r\n')}\n`);
  sources = found;
}, 120_000);
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

/** Writes a zip again with a level, times, modes, extra fields and comments of its own. */
const REPACKED = `
import sys, zipfile
level = int(sys.argv[3])
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], 'w') as new:
    new.comment = b'of the archive'
    for index, member in enumerate(old.infolist()):
        info = zipfile.ZipInfo(member.filename, (1999, 12, 31, 23, 59, index * 2))
        info.external_attr, info.comment = 0o100640 << 16, b'of an entry'
        info.extra = b'UT\\x05\\x00\\x03\\x01\\x02\\x03\\x04'
        kind = zipfile.ZIP_STORED if member.filename == 'mimetype' or level == 0 else zipfile.ZIP_DEFLATED
        new.writestr(info, old.read(member), kind, level or None)
`;

/** Values as written must stay: integers beyond 2^53, zeros at the end, escapes, names twice. */
const VALUES = ['a  b\n"c"\\', 1, { 'name ': [true, null, { x: '  ' }] }, 'Съешь 🙂 { } : ,'];

const convert = async (format: string, input = sources.get(format) ?? '') => {
  const { outputs, losses } = await converter.convert({ input, from: format, to: format });
  const [output] = outputs;
  return {
    path: output?.path ?? '',
    sizeBytes: output?.sizeBytes ?? 0,
    losses: losses.map(({ code }) => code),
  };
};

const convertBytes = (format: string, bytes: Buffer) => {
  writeFileSync(at(`bytes.${format}`), bytes);
  return convert(format, at(`bytes.${format}`));
};

describe('every format that is packed again', () => {
  const isPacked = (route: Route): boolean => isRepacking(route) && !isPlainRepacking(route);

  provePairs(isPacked, async ({ input: format }: Route) => {
    const { id } = format;
    const source = sources.get(id) as string;
    const { path, sizeBytes, losses } = await convert(id);
    const how = repackingOf(format);
    if (how?.as === 'package' || how?.as === 'zip') {
      expect(losses).toEqual([]);
      const [before, after] = [source, path].map((file) => zipOf(file, how.as === 'package'));
      expect(after?.bad).toBeNull();
      expect(after).toEqual(before);
      run('7z', ['t', '-y', path]);
    } else if (how?.as === 'stream') {
      expect(losses).toEqual([]);
      const unpack = PACK[id.replace(/^tar\./, '')]?.[1] ?? '';
      for (const [name, file] of [
        ['before', source],
        ['after', path],
      ] as const)
        bash(unpack, file, at(`${id}.${name}`));
      expect(readFileSync(at(`${id}.after`)).equals(readFileSync(at(`${id}.before`)))).toBe(true);
    } else if (how?.as === 'archive') {
      const container = { cb7: '7z', cbt: 'tar' }[id] ?? id;
      const filesOf = (file: string) =>
        membersOf(file, container)
          .filter(({ type }) => type === 'file')
          .map(({ name, mode, mtime, sha256 }) => ({ name, mode, mtime: Math.floor(mtime), sha256 }))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(filesOf(path)).toEqual(filesOf(source));
    } else {
      expect(losses).toEqual([]);
      const parse = (file: string): unknown =>
        JSON.parse(
          run('python3', [
            '-c',
            'import json, sys; print(json.dumps([json.loads(x) for x in ([open(sys.argv[1]).read()] if sys.argv[2] != "jsonl" else open(sys.argv[1]))]))',
            file,
            id,
          ]),
        );
      expect(parse(path)).toEqual(parse(source));
    }
    // The worker keeps the upload where a packing that has no better one is a little larger.
    if (how?.as !== 'archive' && how?.as !== 'stream')
      expect(sizeBytes).toBeLessThanOrEqual(statSync(source).size);
    return undefined;
  });
});

/** A zip of Word with pictures, of which the level of packing can be chosen. */
function wordWith(parts: Record<string, Buffer | string>, level = '1'): string {
  writeFileSync(at('word.zip'), zip(fixture('text.docx'), parts));
  run('python3', ['-c', REPACKED, at('word.zip'), at('word.docx'), level]);
  return at('word.docx');
}
const pictureOf = (path: string, name: string): Buffer => {
  run('bash', ['-c', 'unzip -p "$1" "$2" > "$3"', 'bash', path, name, at('picture')]);
  return readFileSync(at('picture'));
};

describe('a package', () => {
  it('has smaller pictures with the same pixels, and every other part as it was', async () => {
    const input = wordWith({ 'word/media/a.png': png, 'word/media/b.jpg': jpg });
    const { path, sizeBytes } = await convert('docx', input);
    expect(sizeBytes).toBeLessThan(statSync(input).size * 0.95);
    expect(zipOf(path, true)).toEqual(zipOf(input, true));
    for (const [name, before] of [
      ['word/media/a.png', png],
      ['word/media/b.jpg', jpg],
    ] as const) {
      const after = pictureOf(path, name);
      expect(after.length).toBeLessThan(before.length);
      const [old, now] = [await sharp(before).metadata(), await sharp(after).metadata()];
      expect({ ...now, size: 0 }).toEqual({
        ...old,
        size: 0,
        ...(name.endsWith('png') && { isProgressive: false }),
      });
    }
  });

  it('is not made smaller a second time', async () => {
    const first = await convert('docx', wordWith({ 'word/media/a.png': png, 'word/media/b.jpg': jpg }));
    const second = await convert('docx', first.path);
    expect(second.sizeBytes).toBe(first.sizeBytes);
    expect(readFileSync(second.path).equals(readFileSync(first.path))).toBe(true);
  });

  it('keeps the bytes of its pictures if it is signed', async () => {
    const input = wordWith({ '_xmlsignatures/sig1.xml': '<Signature/>', 'word/media/a.png': png }, '0');
    const { path, sizeBytes } = await convert('docx', input);
    expect(sizeBytes).toBeLessThan(statSync(input).size);
    expect(zipOf(path, false)).toEqual(zipOf(input, false));
  });

  it('keeps a picture that is damaged, or no picture, byte for byte', async () => {
    const parts = {
      'word/media/a.png': png.subarray(0, png.length / 2),
      'word/media/b.jpg': jpg.subarray(0, jpg.length / 2),
    };
    const fake = { 'word/media/c.png': Buffer.concat([png.subarray(0, 30), Buffer.alloc(900, 7)]) };
    const { path } = await convert('docx', wordWith({ ...parts, ...fake }));
    for (const [name, bytes] of Object.entries({ ...parts, ...fake })) {
      expect([name, pictureOf(path, name).equals(bytes)]).toEqual([name, true]);
    }
  });

  it('is repaired if its directory is lost', async () => {
    const whole = readFileSync(fixture('text.docx'));
    const cut = at('cut.docx');
    writeFileSync(cut, whole.subarray(0, whole.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) - 2_000));
    const { path, losses } = await convert('docx', cut);
    expect(losses).toEqual(['input_damaged']);
    expect(zipOf(path, false).bad).toBeNull();
    expect(
      pictureOf(path, 'word/document.xml').equals(pictureOf(fixture('text.docx'), 'word/document.xml')),
    ).toBe(true);
    const strict = converter.convert({ input: cut, from: 'docx', to: 'docx', strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('an archive', () => {
  it('is refused as too large, not as damaged, with more than 10,000 entries', async () => {
    const path = join(folder, 'entries.zip');
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], "w"); [z.writestr(str(i), "") for i in range(10001)]; z.close()';
    run('python3', ['-c', script, path]);
    const refused = converter.convert({ input: path, from: 'zip', to: 'zip' });
    await expect(refused).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('is repaired if a part of it is damaged', async () => {
    const bytes = Buffer.from(readFileSync(sources.get('zip') as string));
    bytes.fill(0xff, 60, 90);
    const { path, losses } = await convertBytes('zip', bytes);
    expect(losses).toContain('input_damaged');
    expect(zipOf(path, false).members.map(({ name }) => name)).toEqual(['b/two.txt']);
    const gz = readFileSync(sources.get('gz') as string);
    const cut = await convertBytes('gz', gz.subarray(0, gz.length - 200));
    expect(cut.losses).toEqual(['input_damaged']);
    bash('gzip -dc', cut.path, at('plain'));
    const html = readFileSync(fixture('text.html'));
    const plain = readFileSync(at('plain'));
    expect(plain.length).toBeGreaterThan(html.length / 2);
    expect(html.subarray(0, plain.length).equals(plain)).toBe(true);
  });

  it('stays as it is if programs read it in place', async () => {
    for (const name of ['META-INF/MANIFEST.MF', 'AndroidManifest.xml']) {
      writeFileSync(
        at('program.zip'),
        zip(undefined, { [name]: 'x', 'lib/inner.jar': 'a text '.repeat(900) }),
      );
      run('python3', ['-c', REPACKED, at('program.zip'), at('stored.zip'), '0']);
      const { path } = await convert('zip', at('stored.zip'));
      expect(readFileSync(path).equals(readFileSync(at('stored.zip')))).toBe(true);
    }
  });

  it('stays as it is if there are bytes between its entries, which some program may need', async () => {
    const bytes = readFileSync(sources.get('zip') as string);
    const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const block = Buffer.from('a signature of all that is before it');
    const moved = Buffer.concat([bytes.subarray(0, directory), block, bytes.subarray(directory)]);
    const end = moved.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    moved.writeUInt32LE(directory + block.length, end + 16);
    const { path } = await convertBytes('zip', moved);
    expect(readFileSync(path).equals(moved)).toBe(true);
  });

  it('keeps its name and time in the header of gzip', async () => {
    run(
      'bash',
      [
        '-c',
        'cp "$1" named.html; touch -d @1600000000 named.html; gzip -1 -f named.html',
        'bash',
        fixture('text.html'),
      ],
      folder,
    );
    const { path } = await convert('gz', at('named.html.gz'));
    const head = readFileSync(path);
    expect(head.readUInt32LE(4)).toBe(1_600_000_000);
    expect(head.toString('latin1', 10, 21)).toBe('named.html\0');
  });

  it('is packed much better than by a weak level', async () => {
    for (const id of ['zip', 'tar.gz', 'tar.xz', 'tar.zst', '7z', 'gz']) {
      const { sizeBytes } = await convert(id);
      expect([id, sizeBytes < statSync(sources.get(id) as string).size]).toEqual([id, true]);
    }
  });
});

describe('JSON', () => {
  it('loses white space between values, and no value changes how it is written', async () => {
    const text =
      '\n{ "a  b" : [ 1.50 , 12345678901234567890, 1e400 , "\\" " ,\t"\\u00e9 :" ],\r\n "a  b" : null }\n';
    const { path } = await convertBytes('json', Buffer.from(text));
    expect(readFileSync(path, 'utf8')).toBe(
      '{"a  b":[1.50,12345678901234567890,1e400,"\\" ","\\u00e9 :"],"a  b":null}',
    );
  });

  it('stays as it is with comments or in another encoding', async () => {
    for (const bytes of [Buffer.from('{ "a": 1 // one\n }'), Buffer.from('\ufeff{ "a": 1 }', 'utf16le')]) {
      const { path } = await convertBytes('json', bytes);
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
  });
});
