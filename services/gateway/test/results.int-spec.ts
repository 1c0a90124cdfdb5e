import { buffer } from 'node:stream/consumers';
import type { ResultFiles } from '@filemill/api';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import yazl from 'yazl';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';

const OTHER_GUEST = { [HEADERS.fingerprint]: 'b'.repeat(32) };
const OUTPUT = Buffer.from('0123456789');

describe('a converted file', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.completeWith(OUTPUT, 'jpg');
  });
  afterAll(() => gateway.stop());

  const convert = async (name = 'photo.png'): Promise<{ id: string; url: string; token: string }> => {
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile(name)],
    ]);
    const { data } = (await response.json()) as { data: { conversionId: string; downloadUrl: string } };
    const url = data.downloadUrl;
    return { id: data.conversionId, url, token: url.split('token=')[1] ?? '' };
  };

  it('is sent as an attachment that cannot run in a browser', async () => {
    const { id } = await convert('Résumé "日本".png');
    const response = await gateway.fetch(`/api/download/${id}`, { headers: AS_GUEST });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
      'content-disposition':
        'attachment; filename="Resume ____.jpg"; filename*=UTF-8\'\'R%C3%A9sum%C3%A9%20%22%E6%97%A5%E6%9C%AC%22.jpg',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(OUTPUT);
  });

  it('is sent in ranges', async () => {
    const { url } = await convert();
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await gateway.fetch(url, { headers: { range, ...more } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    const etag = (await gateway.fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=2-4', { 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=2-4', { 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
    expect((await part('bytes=10-')).slice(0, 2)).toEqual([416, 'bytes */10']);
    expect(await part(`bytes=2-4${' '.repeat(2_000)}x`)).toEqual([200, null, '0123456789']);
  });

  it('answers the same 404 to another fingerprint, to none, and for an unknown id', async () => {
    const { id } = await convert();
    const missing = '0193a5b0-0000-7000-8000-ffffffffffff';
    for (const [path, headers] of [
      [id, OTHER_GUEST],
      [id, {}],
      [missing, AS_GUEST],
      ['no-uuid', AS_GUEST],
    ] as [string, Record<string, string>][]) {
      for (const route of [
        `/api/conversions/${path}`,
        `/api/conversions/${path}/events`,
        `/api/download/${path}`,
      ]) {
        expect((await gateway.fetch(route, { headers })).status).toBe(404);
      }
      const deletion = await gateway.fetch(`/api/conversions/${path}`, { method: 'DELETE', headers });
      expect(deletion.status).toBe(404);
    }
  });

  it('can be opened only with its own token', async () => {
    const one = await convert();
    const other = await convert();
    const statusWith = async (path: string) => (await gateway.fetch(path)).status;
    expect(await statusWith(`/api/download/${one.id}?token=${one.token}`)).toBe(200);
    expect(await statusWith(`/api/download/${one.id}?token=${other.token}`)).toBe(404);
    expect(await statusWith(`/api/conversions/${one.id}/events?token=${one.token}`)).toBe(404);
    const [header = '', , signature = ''] = one.token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: one.id, aud: 'download', exp: 4_000_000_000 }));
    const altered = `${header}.${forged.toString('base64url')}.${signature}`;
    expect(await statusWith(`/api/download/${one.id}?token=${altered}`)).toBe(404);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.toString('base64url')}.`;
    expect(await statusWith(`/api/download/${one.id}?token=${unsigned}`)).toBe(404);
  });

  it('answers 410 after its expiry, with and without a token', async () => {
    const { id, url } = await convert();
    gateway.clock.offsetMs = 57 * 60_000;
    try {
      expect((await gateway.fetch(url)).status).toBe(410);
      expect((await gateway.fetch(`/api/download/${id}`, { headers: AS_GUEST })).status).toBe(410);
      const status = await gateway.fetch(`/api/conversions/${id}`, { headers: AS_GUEST });
      expect(await status.json()).toMatchObject({ status: 'completed', downloadUrl: null });
    } finally {
      gateway.clock.offsetMs = 0;
    }
  });

  it('can be deleted immediately', async () => {
    const { id, url } = await convert();
    const deletion = await gateway.fetch(`/api/conversions/${id}`, { method: 'DELETE', headers: AS_GUEST });
    expect(deletion.status).toBe(204);
    expect([...gateway.store.objects.keys()].filter((key) => key.includes(id))).toEqual([]);
    expect((await gateway.fetch(url)).status).toBe(410);
  });

  it('is reported in an event stream while it is converted, and to a caller who connects later', async () => {
    gateway.usage.onAccept = () => undefined;
    const accepted = await gateway.convert(
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
      ],
      { ...AS_GUEST, prefer: 'respond-async' },
    );
    const { conversionId, eventsUrl } = (await accepted.json()) as {
      conversionId: string;
      eventsUrl: string;
    };
    const stream = await gateway.fetch(eventsUrl);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const text = stream.text();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await gateway.usage.change(conversionId, { status: 'converting', attempt: 1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const progress = JSON.stringify({ type: 'progress', stage: 'converting', percent: 40 });
    await gateway.redis.publish(`conversion:${conversionId}`, progress);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await gateway.usage.change(conversionId, { status: 'completed', outputKey: 'k', outputExtension: 'jpg' });
    const events = (await text).split('\n\n').filter((event) => event !== '');
    const seen = events.map((event) => {
      const [name, id, data = ''] = event.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
      const { status, stage, progress: percent } = JSON.parse(data) as Record<string, unknown>;
      return [name, id, status, stage, percent];
    });
    expect(seen).toEqual([
      ['progress', '1', 'pending', 'queued', 0],
      ['progress', '2', 'converting', 'converting', 0],
      ['progress', '2', 'converting', 'converting', 40],
      ['done', '3', 'completed', 'done', 100],
    ]);
    const late = await gateway.fetch(eventsUrl, { headers: { 'last-event-id': '3' } });
    expect(await late.text()).toMatch(/^event: done\nid: 3\n/);
  });
});

describe('a result of several files', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());

  const zipOf = (entries: readonly (readonly [name: string, content: string, compress?: boolean])[]) =>
    new Promise<Buffer>((resolve, reject) => {
      const zip = new yazl.ZipFile();
      for (const [name, content, compress = true] of entries) {
        if (name.endsWith('/')) zip.addEmptyDirectory(name);
        else zip.addBuffer(Buffer.from(content), name, { compress });
      }
      zip.end();
      buffer(zip.outputStream).then(resolve, reject);
    });
  const convert = async (): Promise<{ id: string; url: string }> => {
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile('photo.png')],
    ]);
    const { data } = (await response.json()) as { data: { conversionId: string; downloadUrl: string } };
    return { id: data.conversionId, url: data.downloadUrl };
  };
  const listOf = async (id: string, headers: Record<string, string> = AS_GUEST) => {
    const response = await gateway.fetch(`/api/download/${id}/files`, { headers });
    return { status: response.status, ...((await response.json()) as ResultFiles) };
  };

  it('is listed, and each of its files is downloaded alone by its own link', async () => {
    const text = 'a line of text\n'.repeat(9_000);
    const entries = [
      ['folder/', ''],
      ['folder/Größe 日本.txt', text],
      ['folder/stored.jpg', 'picture', false],
      ['same.txt', ''],
      ['inner.zip', 'PK\x03\x04 stays closed'],
    ] as const;
    gateway.completeWith(await zipOf(entries), 'zip');
    const { id } = await convert();
    const { status, files } = await listOf(id);
    expect(status).toBe(200);
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['folder/Größe 日本.txt', text.length],
      ['folder/stored.jpg', 7],
      ['same.txt', 0],
      ['inner.zip', 17],
    ]);
    const answers = await Promise.all(files.map(({ downloadUrl }) => gateway.fetch(downloadUrl)));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      text,
      'picture',
      '',
      'PK\x03\x04 stays closed',
    ]);
    expect(Object.fromEntries(answers[1]?.headers ?? [])).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '7',
      'content-disposition': 'attachment; filename="stored.jpg"; filename*=UTF-8\'\'stored.jpg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
    });
  });

  it('lists names that lead nowhere, whatever the zip has', async () => {
    const names = ['..aa/x.txt', 'a\u202etxt.exe', 'aa"b.txt'];
    const bytes = await zipOf(names.map((name) => [name, name] as const));
    // yazl refuses to write such a name itself.
    const hostile = Buffer.from(
      bytes.toString('latin1').replaceAll('..aa/x.txt', '../../etc'.padEnd(10, 'x')),
      'latin1',
    );
    gateway.completeWith(hostile, 'zip');
    const { files } = await listOf((await convert()).id);
    expect(files.map(({ name }) => name)).toEqual(['file/file/etcx', 'atxt.exe', 'aa"b.txt']);
    const answer = await gateway.fetch(files[0]?.downloadUrl ?? '');
    expect(answer.headers.get('content-disposition')).toContain('filename="etcx"');
    expect(answer.status).toBe(200);
  });

  it.each([
    [100, '422'],
    [10_000, 'ended'],
  ])('does not send a file whose size in the zip is not its own: %i bytes, %s', async (declared, outcome) => {
    const bytes = await zipOf([['a.txt', 'a'.repeat(1_000)]]);
    const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    bytes.writeUInt32LE(declared, directory + 24);
    gateway.completeWith(bytes, 'zip');
    const { files } = await listOf((await convert()).id);
    expect(files[0]?.size).toBe(declared);
    const answer = await gateway.fetch(files[0]?.downloadUrl ?? '');
    const received = answer.text().then(
      () => `${answer.status}`,
      () => 'ended',
    );
    expect(await received).toBe(outcome);
  });

  it('has 1,000 files, two of which may have one name', async () => {
    const entries = Array.from(
      { length: 1_000 },
      (_, index) => [`${index >> 1}.txt`, `${index}`, false] as const,
    );
    gateway.completeWith(await zipOf(entries), 'zip');
    const { files } = await listOf((await convert()).id);
    expect(files).toHaveLength(1_000);
    const last = files.slice(-2);
    expect(last.map(({ name }) => name)).toEqual(['499.txt', '499.txt']);
    const contents = last.map(async ({ downloadUrl }) => (await gateway.fetch(downloadUrl)).text());
    expect(await Promise.all(contents)).toEqual(['998', '999']);
  });

  it('is itself the only file if it is no zip', async () => {
    gateway.completeWith(OUTPUT, 'jpg');
    const { id } = await convert();
    const { files } = await listOf(id);
    expect(files).toEqual([
      { name: 'photo.jpg', size: 10, downloadUrl: expect.stringContaining(`${id}?token=`) },
    ]);
    expect(await (await gateway.fetch(files[0]?.downloadUrl ?? '')).text()).toBe(OUTPUT.toString());
  });

  it('has no other files, shows them to nobody else, and to nobody after its expiry', async () => {
    gateway.completeWith(
      await zipOf([
        ['folder/', ''],
        ['a.txt', 'a'],
      ]),
      'zip',
    );
    const { id } = await convert();
    const statusOf = async (path: string, headers: Record<string, string> = AS_GUEST) =>
      (await gateway.fetch(`/api/download/${id}/files${path}`, { headers })).status;
    for (const number of ['0', '2', '-1', '99999', '1e0', 'a.txt', '..%2f1']) {
      expect([number, await statusOf(`/${number}`)]).toEqual([number, 404]);
    }
    expect(await statusOf('/1')).toBe(200);
    expect([await statusOf('', OTHER_GUEST), await statusOf('/1', OTHER_GUEST)]).toEqual([404, 404]);
    gateway.clock.offsetMs = 57 * 60_000;
    try {
      expect([await statusOf(''), await statusOf('/1')]).toEqual([410, 410]);
    } finally {
      gateway.clock.offsetMs = 0;
    }
  });
});
