import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { anAdministrator, aPerson, call, convertAs } from './person.js';
import { aGuest, aPng, convert, runOnResult, submit, url } from './stack.js';

const LATIN = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';
const font = { name: 'Liberation.ttf', bytes: readFileSync(LATIN) };
const scan = (name: string, bytes: Buffer): Promise<string> =>
  runOnResult('/usr/bin/fc-scan', ['--format', '%{family}|%{fontformat}|%{charset}'], name, bytes);

describe('fonts through the whole service', () => {
  it('are offered, each with all other font formats', async () => {
    const formats = (await (await fetch(url('/api/formats'))).json()) as Record<string, unknown>;
    const all = ['otf', 'ttf', 'woff', 'woff2'];
    expect(formats.font).toMatchObject({
      formats: expect.arrayContaining(all),
      output: expect.arrayContaining(all),
    });
    const woff2 = await call('GET', '/api/formats/woff2');
    expect(woff2.body).toMatchObject({ format: 'woff2', category: 'font', label: 'WOFF2' });
  });

  it('convert for a guest and keep their glyphs', async () => {
    const woff2 = await convert({ ...font, to: 'woff2' });
    expect(woff2.conversion).toMatchObject({
      status: 'completed',
      outputFileName: 'Liberation.woff2',
      losses: [],
    });
    const back = await convert({ name: 'Liberation.woff2', bytes: woff2.bytes, to: 'ttf' });
    expect(await scan('a.ttf', back.bytes)).toBe(await scan('b.ttf', font.bytes));
    const otf = await convert({ ...font, to: 'otf' });
    expect(otf.conversion.losses.map(({ code }) => code)).toEqual(['outlines_rounded', 'hinting_dropped']);
    expect(await scan('a.otf', otf.bytes)).toContain('Liberation Sans|CFF|');
  });

  it('count as fonts in the quota of a guest: the sixth of a day is refused, an image is not', async () => {
    const guest = aGuest();
    for (let i = 0; i < 5; i++) await convert({ ...font, to: 'woff', guest });
    const sixth = await submit({ ...font, to: 'woff', guest });
    expect([sixth.status, await sixth.json()]).toEqual([
      429,
      expect.objectContaining({ error: expect.objectContaining({ code: 'quota_exceeded' }) }),
    ]);
    await convert({ name: 'a.png', bytes: await aPng(), to: 'webp', guest });
  });

  it.each(['font', 'auto'])(
    'are accepted by POST /api/convert/%s and counted in quota, history and statistics',
    async (kind) => {
      const person = await aPerson();
      const response = await convertAs(person, kind, { ...font, to: 'woff' });
      expect(await response.json()).toMatchObject({ conversion: { status: 'completed', kind: 'font' } });
      const { body } = await call<{ usage: unknown; recentActivity: unknown[] }>('GET', '/api/user', person);
      expect(body.usage).toMatchObject({ conversions: 1, fontConversions: 1 });
      expect(body.recentActivity[0]).toMatchObject({
        conversionType: 'font',
        originalFormat: 'ttf',
        outputFormat: 'woff',
        status: 'success',
      });
      const analytics = await call('GET', '/api/user/analytics', person);
      expect(JSON.stringify(analytics.body)).toContain('"font":1');
    },
  );

  it('are refused under another kind, and other files are refused as fonts', async () => {
    const person = await aPerson();
    expect((await convertAs(person, 'image', { ...font, to: 'woff' })).status).toBe(415);
    const source = Buffer.from('SplineFontDB: 3.0\nPickledData: "x"\n');
    expect((await convertAs(person, 'font', { name: 'a.ttf', bytes: source, to: 'woff' })).status).toBe(415);
    const cut = await submit({ name: 'a.ttf', bytes: font.bytes.subarray(0, 90_000), to: 'woff2' });
    expect(cut.status).toBe(422);
    expect(await cut.json()).toMatchObject({ error: { code: 'file_corrupt' } });
  });

  it('appear in the statistics of administrators', async () => {
    await convert({ ...font, to: 'woff' });
    const { body } = await call<{ conversions: Record<string, unknown> }[]>(
      'GET',
      '/api/admin/series?period=7',
      await anAdministrator(),
    );
    expect(body.at(-1)?.conversions.font).toMatchObject({ completed: expect.any(Number) });
  });
});
