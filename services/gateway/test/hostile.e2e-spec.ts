import { HEADERS } from '@filemill/product';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type HostileCase, type HostileClass, STATUS } from './hostile/case.js';
import { excessiveWorkClass, formulaClass, linkClass, packageClass } from './hostile/documents.js';
import { playlistClass, wrongHeaderClass } from './hostile/media.js';
import { form, hostileNames } from './hostile/names.js';
import { pdfClass } from './hostile/pdfs.js';
import { BLANK_SVG, drawingClass, wrongNameClass, wrongPictureHeaderClass } from './hostile/pictures.js';
import { Trap } from './hostile/trap.js';
import {
  aGuest,
  aPng,
  aWav,
  convert,
  filesBelow,
  runOnResult,
  submit,
  until,
  url,
  waitForEnding,
} from './stack.js';

/** docs/security.md, figure G3, says 5 s, at most 10 s, on a machine that does nothing else; here other suites run beside. */
const REFUSAL_MS = 40_000;
const NEXT_FILE_MS = 40_000;
/** Time limit of the slowest class in this suite: small documents. */
const CLASS_MS = 60_000;

const trap = await Trap.set();
const classes: readonly HostileClass[] = [
  await playlistClass(trap.targets),
  await wrongHeaderClass(),
  await wrongPictureHeaderClass(),
  drawingClass(trap.targets),
  await wrongNameClass(trap.targets),
  linkClass(trap.targets),
  formulaClass(trap.targets),
  packageClass(),
  pdfClass(trap.targets),
  excessiveWorkClass(),
];
const refusalsMs: number[] = [];

afterAll(() => {
  refusalsMs.sort((a, b) => a - b);
  const at = (part: number) => Math.round(refusalsMs[Math.floor(part * (refusalsMs.length - 1))] ?? 0);
  process.stdout.write(
    `${refusalsMs.length} refusals: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms\n`,
  );
  trap.remove();
});

async function expectRefusal(response: Response, codes: readonly string[]): Promise<void> {
  const body = await response.text();
  const { code } = (JSON.parse(body) as { error?: { code: string } }).error ?? { code: 'none' };
  expect({ code, body }).toEqual({
    code: expect.stringMatching(new RegExp(`^(${codes.join('|')})$`)),
    body: expect.any(String),
  });
  expect(response.status).toBe(STATUS[code]);
  expect(Trap.internalDetailsIn(body)).toEqual([]);
  expect(trap.secretsIn(body)).toEqual([]);
}

/** The text of a PDF; the bytes of any other output. */
async function textOf(to: string, bytes: Buffer): Promise<string> {
  return to === 'pdf' ? runOnResult('/usr/bin/pdftotext', [], 'a.pdf', bytes, '-') : bytes.toString('latin1');
}

async function run({ name, bytes, to, verdict, keeps }: HostileCase): Promise<void> {
  const startedAt = performance.now();
  if (verdict !== 'inert') {
    const guest = aGuest();
    const response = await submit({ name, bytes, to, guest });
    // The call has waited long enough: a file that causes much work may take the whole time limit of its class.
    if (response.status === 202) {
      const { conversionId } = (await response.json()) as { conversionId: string };
      expect(verdict.codes).toContain((await waitForEnding(conversionId, guest, CLASS_MS)).error?.code);
      return;
    }
    const tookMs = performance.now() - startedAt;
    await expectRefusal(response, verdict.codes);
    if (response.status >= 500) return;
    if (!verdict.afterWork) refusalsMs.push(tookMs);
    expect(tookMs).toBeLessThan(verdict.afterWork ? CLASS_MS : REFUSAL_MS);
    return;
  }
  const output = await convert({ name, bytes, to });
  const text = await textOf(to, output.bytes);
  expect(trap.secretsIn(output.bytes)).toEqual([]);
  expect(trap.secretsIn(text)).toEqual([]);
  if (keeps) expect(text).toContain(keeps);
  if (name.endsWith('.svg'))
    expect(output.bytes).toEqual((await convert({ name, bytes: BLANK_SVG, to })).bytes);
}

describe.each(classes)('$title', ({ cases, harmless }) => {
  it.each(cases)('$title', run, 2 * CLASS_MS + REFUSAL_MS);
  it('converts the same files without the attack, then the next file', async () => {
    for (const file of harmless) await convert(file);
    const startedAt = performance.now();
    await convert({ name: 'a.png', bytes: await aPng('32x32'), to: 'jpg' });
    expect(performance.now() - startedAt).toBeLessThan(NEXT_FILE_MS);
  });
});

describe('T20 T22 hostile names', () => {
  const upload = (name: string, extension: string, bytes: Buffer, to: string): Promise<Response> => {
    const guest = aGuest();
    const head = `Content-Disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}.${extension}"`;
    const field = 'Content-Disposition: form-data; name="outputFormat"';
    return fetch(url('/api/guest/convert'), {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=filemill-boundary',
        [HEADERS.fingerprint]: guest,
      },
      body: new Uint8Array(
        form([
          { head: field, body: to },
          { head, body: bytes },
        ]),
      ),
    });
  };
  const inputs: [string, string, () => Promise<Buffer>][] = [
    ['png', 'webp', () => aPng('32x32')],
    ['wav', 'mp3', () => aWav(1)],
    ['txt', 'pdf', async () => Buffer.from('Kornblume')],
  ];

  it.each(inputs)('are stored and returned safely by the engine of %s', async (extension, to, make) => {
    const bytes = await make();
    // All names with the fastest engine, every third with the slower ones.
    const names = hostileNames(trap.targets).filter((_, i) => extension === 'png' || i % 3 === 0);
    for (const name of names) {
      const response = await upload(trap.plant(name), extension, bytes, to);
      const body = await response.text();
      if (response.status !== 200) {
        expect({ name, status: response.status, details: Trap.internalDetailsIn(body) }).toEqual({
          name,
          status: 400,
          details: [],
        });
        expect(name).toMatch(/[\r\n]/); // fetch refuses such a header
        continue;
      }
      const { data } = JSON.parse(body) as { data: { downloadUrl: string } };
      const file = await fetch(url(data.downloadUrl));
      expect(file.status).toBe(200);
      await file.arrayBuffer();
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
      );
      // T21: a browser neither runs the file nor guesses its type.
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
      expect(file.headers.get('set-cookie')).toBeNull();
    }
  });
});

describe('T42 forms and options', () => {
  const field = (name: string, body: string) => ({
    head: `Content-Disposition: form-data; name="${name}"`,
    body,
  });
  const file = { head: 'Content-Disposition: form-data; name="file"; filename="a.png"', body: 'x' };
  const to = field('outputFormat', 'webp');
  const post = (body: Buffer, type = 'multipart/form-data; boundary=filemill-boundary') =>
    fetch(url('/api/guest/convert'), {
      method: 'POST',
      headers: { 'content-type': type, [HEADERS.fingerprint]: aGuest() },
      body: new Uint8Array(body),
    });

  it.each([
    ['no boundary', form([to, file]), 'multipart/form-data'],
    ['another boundary', form([to, file], 'other')],
    ['no file', form([to])],
    ['two files', form([to, file, file])],
    ['no output format', form([file])],
    ['21 fields', form([...Array.from({ length: 21 }, (_, i) => field(`f${i}`, 'x')), file])],
    ['an unknown field', form([to, field('isAdmin', 'true'), file])],
    ['a field twice', form([to, to, file])],
    ['a field named __proto__', form([to, field('__proto__', 'x'), file])],
    ['a field named constructor', form([to, field('constructor', 'x'), file])],
    ['a field of 2 MB', form([to, field('options', 'x'.repeat(2_000_000)), file])],
    ['no end', form([to, file]).subarray(0, -20)],
    ['JSON', Buffer.from('{"__proto__":{"a":1}}'), 'application/json'],
    ['an unknown type', Buffer.from('x'), 'application/x-java-serialized-object'],
  ])(
    'refuses %s and stores nothing',
    async (...[, body, type]: [title: string, body: Buffer, type?: string]) => {
      await expectRefusal(await post(body, type), ['invalid_request', 'unsupported_format']);
    },
  );

  const OPTIONS = [
    '{"__proto__":{"quality":1}}',
    '{"constructor":{"prototype":{"quality":1}}}',
    '{"quality":{"$gt":0}}',
    '{"quality":"1; id"}',
    '{"quality":1e999}',
    '{"args":["-i","/etc/passwd"]}',
    '[1]',
    'null',
    '"x"',
    '{',
    '['.repeat(50_000),
  ];
  it.each(OPTIONS.map((options) => [options.slice(0, 40), options] as const))(
    'refuses the options %s',
    async (_title, options) => {
      const response = await submit({
        name: 'a.png',
        bytes: await aPng('32x32'),
        to: 'webp',
        fields: { options },
      });
      await expectRefusal(response, ['option_invalid']);
    },
  );

  it.each(['__proto__', 'constructor', 'toString', '../jpg', 'jpg\0', 'fods', '', 'x'.repeat(33)])(
    'refuses the output format %j',
    async (format) => {
      const response = await submit({ name: 'a.png', bytes: await aPng('32x32'), to: format });
      await expectRefusal(response, ['unsupported_format', 'invalid_request']);
    },
  );
});

describe('T23 T24 conversions of other owners', () => {
  it('are not found by id or with altered or swapped tokens; fingerprints are compared in any letter case', async () => {
    const [guest, otherGuest] = [aGuest(), aGuest()];
    const convertFor = async (owner: string) =>
      (await convert({ name: 'a.png', bytes: await aPng('32x32'), to: 'jpg', guest: owner })).conversion;
    const [mine, others] = [await convertFor(guest), await convertFor(otherGuest)];
    const token = new URL(mine.downloadUrl ?? '', url('/')).searchParams.get('token') ?? '';
    const [head = '', , signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: others.id, aud: 'download', exp: 4e9 })).toString(
      'base64url',
    );
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const paths = [
      `/api/download/${others.id}`,
      `/api/conversions/${others.id}`,
      `/api/conversions/${others.id}/events`,
      `/api/download/${others.id}?token=${token}`,
      `/api/download/${mine.id}?token=${token}&token=${token}`,
      `/api/download/${mine.id}?token=`,
      `/api/download/${others.id}?token=${head}.${forged}.${signature}`,
      `/api/download/${others.id}?token=${none}.${forged}.`,
      `/api/conversions/${mine.id}/events?token=${token}`,
      `/api/conversions/..%2f${mine.id}`,
      `/api/download/${mine.id}%00`,
      `/api/conversions/${mine.id}'--`,
    ];
    for (const path of paths) {
      const response = await fetch(url(path), { headers: { [HEADERS.fingerprint]: guest } });
      const body = await response.text();
      expect({ path, status: response.status, details: Trap.internalDetailsIn(body) }).toEqual({
        path,
        status: 404,
        details: [],
      });
    }
    const removal = await fetch(url(`/api/conversions/${others.id}`), {
      method: 'DELETE',
      headers: { [HEADERS.fingerprint]: guest },
    });
    expect(removal.status).toBe(404);
    const upperCase = await fetch(url(`/api/conversions/${mine.id}`), {
      headers: { [HEADERS.fingerprint]: guest.toUpperCase() },
    });
    expect(upperCase.status).toBe(200);
  });

  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e%2f%2e%2e%2fetc/passwd.txt',
    '/assets/..%5c..%5cx.json',
    '/.env',
    '/assets/%00.js',
    '//etc/passwd.txt',
    '/%',
  ])('answers 400 or 404 for %s', async (path) => {
    const response = await fetch(url('/') + path.slice(1));
    expect([400, 404]).toContain(response.status);
    expect(Trap.internalDetailsIn(await response.text())).toEqual([]);
  });
});

describe('after all hostile requests', () => {
  it('no file has connected to the listener, no log contains a name or a secret, and no work folder contains a file', async () => {
    await until('the work folders are empty', () => filesBelow('work').length === 0, 10_000);
    expect(trap.listenerCalls).toBe(0);
    expect(trap.leakedLines()).toEqual([]);
  });
});
