import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CombinedInput, type Combiner, createCombiner } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const exec = promisify(execFile);
let combiner: Combiner;
let folder: string;
beforeAll(async () => {
  combiner = await createCombiner('document', new URL('../src/engines/', import.meta.url));
  folder = await mkdtemp(join(tmpdir(), 'combined-documents-'));
});
afterAll(async () => {
  await combiner.close();
  await rm(folder, { recursive: true });
});

const text = (name: string, content: string): CombinedInput => ({ name, bytes: Buffer.from(content) });

/** A PDF with a page for each text, made by Ghostscript. */
async function pdf(name: string, ...pages: string[]): Promise<CombinedInput> {
  const drawn = pages.map(
    (page) => `/Helvetica findfont 24 scalefont setfont 72 700 moveto (${page}) show showpage`,
  );
  await writeFile(join(folder, 'source.ps'), `%!PS\n${drawn.join('\n')}\n`);
  await exec('gs', [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pdfwrite',
    '-o',
    join(folder, name),
    join(folder, 'source.ps'),
  ]);
  return { name, bytes: await readFile(join(folder, name)) };
}

/** The words of each page. */
async function pagesOf(path: string): Promise<string[]> {
  const { stdout } = await exec('pdftotext', [path, '-']);
  return stdout
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trim());
}

describe('several documents', () => {
  it('become one PDF with all their pages in order', async () => {
    const inputs = [
      await pdf('b.pdf', 'one', 'two'),
      await pdf('a.pdf', 'three'),
      await pdf('c.pdf', 'four', 'five'),
    ];
    const { path, losses } = await combiner.combine({ inputs, to: 'pdf' });
    expect(losses).toEqual([]);
    expect(await pagesOf(path)).toEqual(['one', 'two', 'three', 'four', 'five']);
    await exec('qpdf', ['--check', path]);
  });

  it('become one PDF, whatever each of them is', async () => {
    const inputs = [
      text('note.txt', 'A note\n'),
      await pdf('a.pdf', 'middle'),
      text('table.csv', 'Last,1\n'),
    ];
    const { path } = await combiner.combine({ inputs, to: 'pdf' });
    expect(await pagesOf(path)).toEqual(['A note', 'middle', expect.stringContaining('Last')]);
  });

  it('name a damaged one, and one that cannot be read; strict refuses both', async () => {
    const whole = await pdf('a.pdf', 'one', 'two');
    const at = whole.bytes.lastIndexOf('startxref');
    const withoutIndex = { name: 'b.pdf', bytes: whole.bytes.subarray(0, at) };
    const broken = text('c.pdf', `%PDF-1.7\n${'nothing of it\n'.repeat(50)}%%EOF\n`);
    const last = await pdf('d.pdf', 'last');
    const inputs = [whole, withoutIndex, broken, last];
    const { path, losses } = await combiner.combine({ inputs, to: 'pdf' });
    expect(losses.map(({ code, params }) => [code, params])).toEqual([
      ['files_damaged', { files: '2' }],
      ['files_left_out', { files: '3' }],
    ]);
    expect(await pagesOf(path)).toEqual(['one', 'two', 'one', 'two', 'last']);
    for (const bad of [withoutIndex, broken]) {
      const refused = combiner.combine({ inputs: [whole, bad], to: 'pdf', options: { strict: true } });
      await expect(refused).rejects.toMatchObject({ code: 'FILE_CORRUPT', params: { file: 2 } });
    }
  });

  it.each([
    ['a tree of pages that contains itself', '2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj'],
    [
      'a million pages that are one',
      `2 0 obj<</Type/Pages/Kids[${'3 0 R '.repeat(2_500)}]/Count 1000000>>endobj`,
    ],
  ])('end soon with %s', async (_name, tree) => {
    const page = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj';
    const source = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n${tree}\n${page}\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
    const inputs = [await pdf('a.pdf', 'one'), text('hostile.pdf', source)];
    const outcome = await combiner.combine({ inputs, to: 'pdf' }).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) {
      const { losses } = outcome as Awaited<ReturnType<Combiner['combine']>>;
      expect(losses[0]?.code).toMatch(/^files_(damaged|left_out)$/);
    } else expect(outcome).toMatchObject({ code: expect.stringMatching(/FILE_CORRUPT|FILE_TOO_LARGE/) });
  });

  it('say that bookmarks and attachments are lost', async () => {
    const marked =
      '/Helvetica findfont 24 scalefont setfont [/Title (First) /Page 1 /OUT pdfmark 72 700 moveto (one) show showpage';
    await writeFile(join(folder, 'marked.ps'), `%!PS\n${marked}\n`);
    const [plain, full] = [join(folder, 'marked.pdf'), join(folder, 'full.pdf')];
    await exec('gs', [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-sDEVICE=pdfwrite',
      '-o',
      plain,
      join(folder, 'marked.ps'),
    ]);
    await exec('qpdf', [plain, '--add-attachment', join(folder, 'marked.ps'), '--', full]);
    const inputs = [{ name: 'a.pdf', bytes: await readFile(full) }, await pdf('b.pdf', 'two')];
    const { path, losses } = await combiner.combine({ inputs, to: 'pdf' });
    expect(losses.map(({ code, params }) => [code, params])).toEqual([
      ['bookmarks_dropped', {}],
      ['attachments_dropped', { count: 1 }],
    ]);
    expect(await pagesOf(path)).toEqual(['one', 'two']);
  });
});

describe('any files', () => {
  const files = () => [
    text('a.txt', 'first'),
    { name: 'A.txt', bytes: Buffer.from('second'), format: 'txt' },
    { name: 'ünknown.xyz', bytes: Buffer.alloc(70_000, 3), format: '' },
    { name: 'empty', bytes: Buffer.alloc(0), format: '' },
  ];

  it.each(['zip', '7z', 'tar', 'tar.gz'])('become one %s with their names and bytes', async (to) => {
    const { path, extension, losses } = await combiner.combine({ inputs: files(), to });
    expect([extension, losses]).toEqual([to, []]);
    // Names are written in the language of the system.
    const env = { LC_ALL: 'C.UTF-8' };
    const { stdout } = await exec('bsdtar', ['-tf', path], { env });
    expect(stdout.trim().split('\n').toSorted()).toEqual(
      ['A (2).txt', 'a.txt', 'empty', 'ünknown.xyz'].toSorted(),
    );
    const read = async (name: string) => (await exec('bsdtar', ['-xOf', path, name], { env })).stdout;
    expect([await read('a.txt'), await read('A (2).txt')]).toEqual(['first', 'second']);
  });

  it('become an archive of the level that the options say', async () => {
    const sizes = [];
    for (const level of [1, 9]) {
      const words = Array.from({ length: 20_000 }, (_, index) => `line ${index * 7_919}`).join('\n');
      const inputs = [text('a.txt', words), text('b.txt', 'b')];
      sizes.push((await combiner.combine({ inputs, to: 'zip', options: { level } })).path);
    }
    const [fast, small] = await Promise.all(sizes.map(async (path) => (await readFile(path)).length));
    expect(small).toBeLessThan(fast ?? 0);
  });
});
