import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultFiles } from '@filemill/api';
import { describe, expect, it } from '@jest/globals';
import { buildZip } from './hostile/zip-files.js';
import { anAdministrator, aPerson, call, convertAs } from './person.js';
import { aGuest, aPng, convert, runOnResult, submit, url } from './stack.js';

const FORMATS = ['7z', 'tar', 'tar.bz2', 'tar.gz', 'tar.xz', 'zip'];
const NAMES = ['Бумаги/Отчёт.txt', '写真 🙂.txt', '-rf.txt'];
/** A name that looks like an option is changed. */
const SAFE_NAMES = ['Бумаги/Отчёт.txt', '写真 🙂.txt', '_rf.txt'];

/** Made by Info-ZIP. */
function aZip(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    mkdirSync(join(folder, 'Бумаги'));
    for (const name of NAMES) writeFileSync(join(folder, name), name);
    execFileSync('/usr/bin/zip', ['-qr', 'a.zip', '.'], { cwd: folder });
    return readFileSync(join(folder, 'a.zip'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const archive = { name: 'Alte Sachen.zip', bytes: aZip() };
const list = async (bytes: Buffer): Promise<string[]> =>
  JSON.parse(await runOnResult('/usr/bin/python3', ['-c', LIST], 'a.tar', bytes)) as string[];
const LIST =
  'import json, sys, tarfile\nprint(json.dumps([m.name for m in tarfile.open(sys.argv[1]) if m.isfile()]))';

describe('archives through the whole service', () => {
  it('are offered, each with all other archive formats, and with a level where the format has one', async () => {
    const formats = (await (await fetch(url('/api/formats'))).json()) as Record<string, unknown>;
    expect(formats.archive).toEqual({
      formats: expect.arrayContaining([...FORMATS, 'rar']),
      output: expect.arrayContaining(FORMATS),
    });
    const { body } = await call('GET', '/api/formats/tgz');
    expect(body).toMatchObject({ format: 'tar.gz', category: 'archive', label: 'TAR.GZ' });
    const outputs = (body as unknown as { outputs: { format: string; options: { properties?: object } }[] })
      .outputs;
    const levels = outputs
      .filter(({ options }) => 'level' in (options.properties ?? {}))
      .map(({ format }) => format);
    const packed = ['br', 'bz2', 'lz', 'lz4', 'lzma', 'lzo', 'xz', 'zst'].map((packing) => `tar.${packing}`);
    expect(levels.toSorted()).toEqual(['7z', 'cbz', ...packed, 'zip']);
  });

  it('convert for a guest under the right name and contain the same files', async () => {
    const packedUp = await convert({ ...archive, to: 'tar.gz' });
    expect(packedUp.conversion).toMatchObject({
      status: 'completed',
      inputFormat: 'zip',
      outputFormat: 'tar.gz',
      outputFileName: 'Alte Sachen.tar.gz',
    });
    expect((await list(packedUp.bytes)).toSorted()).toEqual(SAFE_NAMES.toSorted());
    const back = await convert({
      name: 'Alte Sachen.tar.gz',
      bytes: packedUp.bytes,
      to: '7z',
      fields: { options: '{"level":9}' },
    });
    expect(back.conversion.outputFileName).toBe('Alte Sachen.7z');
    expect(await runOnResult('/usr/bin/7z', ['t', '-y'], 'a.7z', back.bytes)).toContain('Everything is Ok');
    const comic = await convert({ name: 'comic.cbz', bytes: archive.bytes, to: 'TAR' });
    expect((await list(comic.bytes)).toSorted()).toEqual(SAFE_NAMES.toSorted());
  });

  it('become files with a link each, under the names that they have in the archive', async () => {
    const { conversion } = await convert({ ...archive, to: 'files' });
    expect(conversion).toMatchObject({ outputFormat: 'files', outputFileName: 'Alte Sachen.zip' });
    const link = new URL(url(`${conversion.downloadUrl}`));
    link.pathname += '/files';
    const { files } = (await (await fetch(link)).json()) as ResultFiles;
    expect(files.map(({ name }) => name).toSorted()).toEqual(SAFE_NAMES.toSorted());
    for (const { name, downloadUrl } of files) {
      expect(await (await fetch(url(downloadUrl))).text()).toBe(name.replace(/^_rf/, '-rf'));
    }
  });

  it('become smaller archives of their own format, and come back unchanged the second time', async () => {
    const data = Buffer.from('a line of text\n'.repeat(500));
    const bytes = buildZip([{ name: 'text.txt', data, stored: true }]);
    const first = await convert({ name: 'a.zip', bytes, to: 'zip' });
    expect(first.bytes.length).toBeLessThan(bytes.length);
    const second = await convert({ name: 'a.zip', bytes: first.bytes, to: 'zip' });
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('count as archives in the quota of a guest: the sixth of a day is refused, an image is not', async () => {
    const guest = aGuest();
    for (let i = 0; i < 5; i++) await convert({ ...archive, to: 'tar', guest });
    const sixth = await submit({ ...archive, to: 'tar', guest });
    expect([sixth.status, await sixth.json()]).toEqual([
      429,
      expect.objectContaining({ error: expect.objectContaining({ code: 'quota_exceeded' }) }),
    ]);
    await convert({ name: 'a.png', bytes: await aPng(), to: 'webp', guest });
  });

  it.each(['archive', 'auto'])(
    'are accepted by POST /api/convert/%s and counted in quota, history and statistics',
    async (kind) => {
      const person = await aPerson();
      const response = await convertAs(person, kind, { ...archive, to: 'tar.xz' });
      expect(await response.json()).toMatchObject({ conversion: { status: 'completed', kind: 'archive' } });
      const { body } = await call<{ usage: unknown; recentActivity: unknown[] }>('GET', '/api/user', person);
      expect(body.usage).toMatchObject({ conversions: 1, archiveConversions: 1 });
      expect(body.recentActivity[0]).toMatchObject({
        conversionType: 'archive',
        originalFormat: 'zip',
        outputFormat: 'tar.xz',
        status: 'success',
      });
      const analytics = await call('GET', '/api/user/analytics', person);
      expect(JSON.stringify(analytics.body)).toContain('"archive":1');
    },
  );

  it('are refused under another kind, with a password, with paths outside, and as bombs', async () => {
    const person = await aPerson();
    expect((await convertAs(person, 'image', { ...archive, to: 'tar' })).status).toBe(415);
    const codeOf = async (bytes: Buffer, name = 'a.zip') => {
      const startedAt = performance.now();
      const response = await submit({ name, bytes, to: 'tar' });
      const { error } = (await response.json()) as { error?: { code: string } };
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      return [response.status, error?.code];
    };
    const data = Buffer.from('x');
    expect(await codeOf(buildZip([{ name: '../evil', data }]))).toEqual([422, 'file_corrupt']);
    expect(await codeOf(buildZip([{ name: 'a', data: Buffer.alloc(40 * 2 ** 20) }]))).toEqual([
      413,
      'file_too_large',
    ]);
    const locked = Buffer.from(archive.bytes);
    for (let at = locked.indexOf('PK\x01\x02'); at >= 0; at = locked.indexOf('PK\x01\x02', at + 4)) {
      locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8);
    }
    expect(await codeOf(locked)).toEqual([422, 'file_encrypted']);
  });

  it('appear in the statistics of administrators', async () => {
    await convert({ ...archive, to: 'tar' });
    const { body } = await call<{ conversions: Record<string, unknown> }[]>(
      'GET',
      '/api/admin/series?period=7',
      await anAdministrator(),
    );
    expect(body.at(-1)?.conversions.archive).toMatchObject({ completed: expect.any(Number) });
  });
});
