import { HEADERS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import {
  aGuest,
  aNoisyPng,
  aPng,
  aVideo,
  aWav,
  convert,
  getConversion,
  runOnResult,
  submit,
  submitAsync,
  url,
  waitForEnding,
} from './stack.js';

describe('POST /api/guest/convert', () => {
  it('converts an image to WebP of the same size and names the result after the upload', async () => {
    const { conversion, bytes } = await convert({ name: 'Été 2026.png', bytes: await aPng(), to: 'webp' });
    expect(conversion).toMatchObject({
      status: 'completed',
      progress: 100,
      stage: 'done',
      outputFileName: 'Été 2026.webp',
    });
    expect(bytes.toString('latin1', 0, 12)).toMatch(/^RIFF....WEBP$/s);
    const probe = await runOnResult(
      '/usr/bin/ffprobe',
      ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0'],
      'a.webp',
      bytes,
    );
    expect(probe.trim()).toBe('320,200');
  });

  it('changes what the options ask for, and names them in the answer', async () => {
    const options = { width: 60, rotate: 90 };
    const fields = { options: JSON.stringify(options) };
    const { conversion, bytes } = await convert({ name: 'a.png', bytes: await aPng(), to: 'jpg', fields });
    expect(conversion).toMatchObject({ options, losses: [] });
    const size = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
    expect((await runOnResult('/usr/bin/ffprobe', size, 'a.jpg', bytes)).trim()).toBe('60,96');
    const shorter = { options: JSON.stringify({ start: 0.5, end: 1.25 }) };
    const cut = await convert({ name: 'tone.wav', bytes: await aWav(2), to: 'flac', fields: shorter });
    const length = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
    const seconds = await runOnResult('/usr/bin/ffprobe', length, 'a.flac', cut.bytes);
    expect(Number(seconds)).toBeCloseTo(0.75, 2);
  });

  it('makes a file of the same format smaller, and else gives it back unchanged', async () => {
    const large = await aPng('320x200', '-compression_level', '0');
    const smaller = await convert({ name: 'a.png', bytes: large, to: 'png' });
    expect(smaller.conversion).toMatchObject({ outputFileName: 'a.png', losses: [] });
    expect(smaller.bytes.length).toBeLessThan(large.length);
    const again = await convert({ name: 'a.png', bytes: smaller.bytes, to: 'png' });
    expect(again.bytes.equals(smaller.bytes)).toBe(true);
  });

  it('makes a picture as large as somebody wants it, and no larger', async () => {
    const bytes = await aNoisyPng();
    const fields = { options: '{"targetSize":20}' };
    const made = await convert({ name: 'noise.png', bytes, to: 'jpg', fields });
    expect(made.bytes.length).toBeLessThanOrEqual(20 * 1_024);
    expect(made.bytes.length).toBeGreaterThanOrEqual(18 * 1_024);
    const refused = await submit({
      name: 'noise.png',
      bytes,
      to: 'jpg',
      fields: { options: '{"targetSize":1}' },
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      error: { code: 'option_invalid', field: 'targetSize', nearest: expect.any(Number) },
    });
  });

  it('refuses an option outside its bounds, and says what is nearest', async () => {
    const fields = { options: '{"width":20000}' };
    const response = await submit({ name: 'a.png', bytes: await aPng(), to: 'jpg', fields });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: {
        ...{ code: 'option_invalid', field: 'width', nearest: 16_383 },
        allowed: { minimum: 1, maximum: 16_383 },
      },
    });
  });

  it('converts sound to MP3 of the same length', async () => {
    const { bytes } = await convert({ name: 'tone.wav', bytes: await aWav(2), to: 'mp3' });
    const seconds = Number(
      await runOnResult(
        '/usr/bin/ffprobe',
        ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'],
        'a.mp3',
        bytes,
      ),
    );
    expect(seconds).toBeGreaterThan(1.95);
    expect(seconds).toBeLessThan(2.1);
  });

  it('moves a video into another container without encoding it again', async () => {
    const source = await aVideo();
    const { bytes } = await convert({ name: 'clip.mp4', bytes: source, to: 'mkv' });
    const packets = [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'packet=data_hash',
      '-show_data_hash',
      'sha256',
      '-of',
      'csv=p=0',
    ];
    expect(await runOnResult('/usr/bin/ffprobe', packets, 'b.mkv', bytes)).toBe(
      await runOnResult('/usr/bin/ffprobe', packets, 'a.mp4', source),
    );
  });

  it('converts text to a PDF that contains the text', async () => {
    const { bytes } = await convert({ name: 'note.txt', bytes: 'Grüße aus der Mühle\n', to: 'pdf' });
    expect(await runOnResult('/usr/bin/pdfinfo', [], 'a.pdf', bytes)).toMatch(/Pages:\s+1/);
    expect(await runOnResult('/usr/bin/pdftotext', [], 'a.pdf', bytes, '-')).toContain('Grüße aus der Mühle');
  });

  it('converts a table to a zip of page images', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => `${i},value ${i}`).join('\n');
    const { conversion, bytes } = await convert({
      name: 'table.csv',
      bytes: `id,name\n${rows}\n`,
      to: 'png',
    });
    expect(conversion).toMatchObject({ inputFormat: 'csv', outputFileName: 'table.zip' });
    expect(bytes.toString('latin1')).toContain('table-001.png');
  });

  it('accepts fields after the file, and formats in upper case', async () => {
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'JPG', fileFirst: true });
    expect(conversion.outputFormat).toBe('jpg');
  });

  it('answers 202 immediately with Prefer: respond-async, with the address of the status', async () => {
    const guest = aGuest();
    const response = await submit({
      name: 'a.png',
      bytes: await aPng(),
      to: 'jpg',
      guest,
      headers: { prefer: 'respond-async' },
    });
    const body = (await response.json()) as { conversionId: string; statusUrl: string; eventsUrl: string };
    expect(response.status).toBe(202);
    expect(response.headers.get('location')).toContain(body.conversionId);
    const done = await waitForEnding(body.conversionId, guest);
    expect(done.status).toBe('completed');
    const events = await fetch(url(body.eventsUrl));
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    expect(await events.text()).toContain('event: done');
  });

  it('refuses content that does not match the file name, and names the possible outputs', async () => {
    const response = await submit({ name: 'photo.jpg', bytes: await aWav(1), to: 'png' });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ status: 'error', error: { code: 'unsupported_format' } });
  });

  it.each([
    ['no output format', { to: '' }, 400, 'invalid_request'],
    ['an unknown output format', { to: 'xyz' }, 415, 'unsupported_format'],
    ['an output format that the input cannot become', { to: 'mp3' }, 415, 'unsupported_format'],
    ['a forged fingerprint', { to: 'jpg', guest: 'me' }, 400, 'invalid_request'],
    ['an option out of range', { to: 'jpg', fields: { quality: '101' } }, 422, 'option_invalid'],
    [
      'an option that does not exist',
      { to: 'jpg', fields: { options: '{"zoom":3}' } },
      422,
      'option_invalid',
    ],
    ['an unknown field', { to: 'jpg', fields: { isAdmin: 'true' } }, 400, 'invalid_request'],
  ])('refuses %s', async (_name, upload, status, code) => {
    const response = await submit({ name: 'a.png', bytes: await aPng(), ...upload });
    expect([response.status, (await response.json()) as object]).toEqual([
      status,
      expect.objectContaining({
        status: 'error',
        error: expect.objectContaining({ code, requestId: expect.any(String) }),
      }),
    ]);
  });

  it('converts the readable part of an image that is cut in the middle, and reports the damage', async () => {
    const whole = await aPng();
    const bytes = whole.subarray(0, whole.length / 2);
    const { conversion } = await convert({ name: 'a.png', bytes, to: 'jpg' });
    expect(conversion.losses).toEqual([expect.objectContaining({ code: 'input_damaged' })]);
  });

  it('converts an image by its content when its name says another format', async () => {
    const { conversion } = await convert({ name: 'photo.jpg', bytes: await aPng(), to: 'webp' });
    expect(conversion).toMatchObject({ status: 'completed', inputFormat: 'png' });
  });

  it('refuses an empty file, and a file with no readable part', async () => {
    const whole = await aPng();
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, 60)]) {
      const response = await submit({ name: 'a.png', bytes, to: 'jpg' });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ error: { code: 'file_corrupt' } });
    }
  });

  it('allows one guest one conversion at a time', async () => {
    const guest = aGuest();
    const video = await aVideo(8, '1280x720');
    const first = await submitAsync({ name: 'a.mp4', bytes: video, to: 'webm', guest });
    const second = await submit({ name: 'b.png', bytes: await aPng(), to: 'jpg', guest });
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).not.toBeNull();
    expect(await second.json()).toMatchObject({ error: { code: 'concurrency_limit' } });
    const cancelled = await fetch(url(`/api/conversions/${first}`), {
      method: 'DELETE',
      headers: { [HEADERS.fingerprint]: guest },
    });
    expect(cancelled.status).toBe(204);
    expect((await getConversion(first, guest)).status).toBe('cancelled');
    const { conversion } = await convert({ name: 'b.png', bytes: await aPng(), to: 'jpg', guest });
    expect(conversion.status).toBe('completed');
  });
});

describe('a conversion', () => {
  it('answers 404 to another owner, as for an unknown id', async () => {
    const owner = aGuest();
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'gif', guest: owner });
    const missing = conversion.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const path of ['conversions', 'download']) {
      const answers = await Promise.all(
        [conversion.id, missing].map((id) =>
          fetch(url(`/api/${path}/${id}`), { headers: { [HEADERS.fingerprint]: aGuest() } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    }
  });

  it('can be downloaded in ranges, with its file name', async () => {
    const guest = aGuest();
    const { conversion, bytes } = await convert({
      name: 'naïve "x".png',
      bytes: await aPng(),
      to: 'bmp',
      guest,
    });
    const response = await fetch(url(`/api/download/${conversion.id}`), {
      headers: { [HEADERS.fingerprint]: guest, range: 'bytes=10-19' },
    });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`);
    expect(response.headers.get('content-type')).toBe('image/bmp');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''na%C3%AFve/,
    );
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  });

  it('is deleted immediately when its owner asks', async () => {
    const guest = aGuest();
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'jpg', guest });
    const headers = { [HEADERS.fingerprint]: guest };
    expect(
      (await fetch(url(`/api/conversions/${conversion.id}`), { method: 'DELETE', headers })).status,
    ).toBe(204);
    const gone = await fetch(url(`/api/download/${conversion.id}`), { headers });
    expect(gone.status).toBe(410);
    expect(await gone.json()).toMatchObject({ error: { code: 'gone' } });
  });
});

describe('the public routes', () => {
  it('return formats, plans, totals and the status of the services', async () => {
    const get = async (path: string) => (await fetch(url(path))).json() as Promise<Record<string, unknown>>;
    expect(await get('/api/formats')).toMatchObject({
      image: {
        formats: expect.arrayContaining(['jpg', 'heic']),
        output: expect.arrayContaining(['webp', 'pdf']),
      },
    });
    expect(Object.keys(await get('/api/formats'))).toContain('font');
    expect(await get('/api/formats/png')).toMatchObject({ format: 'png', category: 'image', label: 'PNG' });
    expect((await fetch(url('/api/formats/nope'))).status).toBe(404);
    expect(await get('/api/statistics')).toMatchObject({
      totalConversions: expect.any(Number),
      totalDataProcessedMB: expect.any(Number),
    });
    expect(await get('/api/system-status')).toMatchObject({ status: 'operational' });
    expect(JSON.stringify(await get('/api/plans'))).toContain('5000');
  });
});
