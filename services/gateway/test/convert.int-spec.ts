import { AppError } from '@filemill/errors';
import { RUNTIME, type Runtime } from '@filemill/platform';
import { HEADERS } from '@filemill/product';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AS_GUEST, FINGERPRINT, PNG, pngFile, TestGateway } from './support/gateway.js';

interface ErrorBody {
  status: string;
  message: string;
  error: { code: string; requestId: string; fields?: Record<string, string>; [detail: string]: unknown };
}
const errorOf = async (response: Response) => ((await response.json()) as ErrorBody).error;

describe('POST /api/guest/convert', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.usage.refusal = undefined;
    gateway.store.isUnreachable = false;
    gateway.store.objects.clear();
    gateway.completeWith(Buffer.from('converted'), 'jpg');
  });

  it('waits for the result and returns a link that works without headers', async () => {
    const response = await gateway.convert([
      ['outputFormat', 'JPEG'],
      ['file', pngFile('Mein Foto.png')],
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get(HEADERS.requestId)).toMatch(/^[0-9a-f-]{36}$/);
    const { success, data } = (await response.json()) as { success: boolean; data: Record<string, never> };
    expect(success).toBe(true);
    expect(data.conversion).toMatchObject({
      id: data.conversionId,
      status: 'completed',
      progress: 100,
      stage: 'done',
      inputFormat: 'png',
      outputFormat: 'jpg',
      originalFileName: 'Mein Foto.png',
      outputFileName: 'Mein Foto.jpg',
      originalSize: PNG.length,
      convertedSize: 9,
      processingTime: 0.012,
      downloadUrl: data.downloadUrl,
      error: null,
    });
    const download = await gateway.fetch(String(data.downloadUrl));
    expect(await download.text()).toBe('converted');
  });

  it('reports each loss with code, parameters and text', async () => {
    gateway.completeWith(Buffer.from('converted'), 'jpg', [
      { code: 'links_dropped', params: { count: 3 }, message: 'Three links.' },
      { code: 'styles_dropped', params: {}, message: 'Styles.' },
    ]);
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ]);
    expect(await response.json()).toMatchObject({
      data: {
        conversion: {
          losses: [
            { code: 'links_dropped', params: { count: 3 }, message: 'Three links.' },
            { code: 'styles_dropped', params: {}, message: 'Styles.' },
          ],
        },
      },
    });
  });

  it('uses the detected format when the file name says another, and reports it', async () => {
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile('a.mp3')],
    ]);
    expect(await response.json()).toMatchObject({
      data: {
        conversion: {
          kind: 'image',
          inputFormat: 'png',
          losses: [],
          notes: [
            {
              code: 'named_differently',
              params: { extension: 'mp3', format: 'PNG' },
              message: 'Its name ends in .mp3, but it is PNG, and was converted as that.',
            },
          ],
        },
      },
    });
  });

  it.each([
    ['sets it', '{"strict":true,"quality":50}', { strict: true, quality: 50 }],
    ['does not set it', '{"strict":false,"quality":50}', { quality: 50 }],
  ])('stores the option strict if the caller %s', async (_what, options, kept) => {
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['options', options],
      ['file', pngFile()],
    ]);
    expect(response.status).toBe(200);
    expect(JSON.parse([...gateway.usage.rows.values()].at(-1)?.optionsJson ?? '')).toEqual(kept);
  });

  it('accepts fields after the file, among them the fingerprint', async () => {
    const entries: [string, string | File][] = [
      ['file', pngFile()],
      ['outputFormat', 'webp'],
      ['guestFingerprint', FINGERPRINT.toUpperCase()],
    ];
    const response = await gateway.convert(entries, { prefer: 'respond-async' });
    expect(response.status).toBe(202);
    const body = (await response.json()) as Record<string, string>;
    expect(body).toMatchObject({ status: 'pending', data: { conversionId: body.conversionId } });
    expect(response.headers.get('location')).toBe(body.statusUrl);
    const status = await gateway.fetch(String(body.statusUrl), { headers: AS_GUEST });
    expect(status.status).toBe(200);
  });

  it('answers 202 when the wait ends before the conversion', async () => {
    gateway.usage.onAccept = () => undefined;
    const form: [string, string | File][] = [
      ['outputFormat', 'webp'],
      ['file', pngFile()],
    ];
    const startedAt = performance.now();
    const response = await gateway.convert(form, { ...AS_GUEST, prefer: 'wait=1' });
    expect(response.status).toBe(202);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  it('answers a failed conversion with the error of its cause and the id', async () => {
    gateway.usage.onAccept = ({ id }) =>
      void gateway.usage.change(id, { status: 'failed', errorCode: 'FILE_ENCRYPTED', errorParams: {} });
    const response = await gateway.convert([
      ['outputFormat', 'webp'],
      ['file', pngFile()],
    ]);
    expect(response.status).toBe(422);
    const error = await errorOf(response);
    expect(error.code).toBe('file_encrypted');
    expect(gateway.usage.rows.has(String(error.conversionId))).toBe(true);
  });

  it('answers 409 when the conversion is cancelled during the wait', async () => {
    gateway.usage.onAccept = ({ id }) =>
      void gateway.fetch(`/api/conversions/${id}`, { method: 'DELETE', headers: AS_GUEST });
    const response = await gateway.convert([
      ['outputFormat', 'webp'],
      ['file', pngFile()],
    ]);
    expect([response.status, (await errorOf(response)).code]).toEqual([409, 'cancelled']);
    expect(gateway.store.objects.size).toBe(0);
  });

  const refusals: [string, [string, string | File][], Record<string, string>, number, string][] = [
    [
      'no fingerprint',
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
      ],
      {},
      400,
      'invalid_request',
    ],
    ['a forged fingerprint', [['file', pngFile()]], { [HEADERS.fingerprint]: 'x' }, 400, 'invalid_request'],
    ['no output format', [['file', pngFile()]], AS_GUEST, 400, 'invalid_request'],
    ['no file', [['outputFormat', 'jpg']], AS_GUEST, 400, 'invalid_request'],
    [
      'two files',
      [
        ['outputFormat', 'jpg'],
        ['file', pngFile()],
        ['file', pngFile()],
      ],
      AS_GUEST,
      400,
      'invalid_request',
    ],
    [
      'an unknown field',
      [
        ['outputFormat', 'jpg'],
        ['plan', 'pro'],
        ['file', pngFile()],
      ],
      AS_GUEST,
      400,
      'invalid_request',
    ],
    [
      'an unknown output',
      [
        ['outputFormat', 'exe'],
        ['file', pngFile()],
      ],
      AS_GUEST,
      415,
      'unsupported_format',
    ],
    [
      'unknown content',
      [
        ['outputFormat', 'jpg'],
        ['file', new File([Buffer.alloc(999, 1)], 'a.jpg')],
      ],
      AS_GUEST,
      415,
      'unsupported_format',
    ],
    [
      'an empty file',
      [
        ['outputFormat', 'jpg'],
        ['file', new File([], 'a.jpg')],
      ],
      AS_GUEST,
      422,
      'file_corrupt',
    ],
    [
      'options that are not JSON',
      [
        ['outputFormat', 'jpg'],
        ['options', '{'],
        ['file', pngFile()],
      ],
      AS_GUEST,
      422,
      'option_invalid',
    ],
    [
      'an unknown option',
      [
        ['outputFormat', 'jpg'],
        ['options', '{"x":1}'],
        ['file', pngFile()],
      ],
      AS_GUEST,
      422,
      'option_invalid',
    ],
    [
      'an option strict that is neither true nor false',
      [
        ['outputFormat', 'jpg'],
        ['options', '{"strict":"yes"}'],
        ['file', pngFile()],
      ],
      AS_GUEST,
      422,
      'option_invalid',
    ],
    [
      'a quality of 0',
      [
        ['outputFormat', 'jpg'],
        ['quality', '0'],
        ['file', pngFile()],
      ],
      AS_GUEST,
      422,
      'option_invalid',
    ],
  ];
  it.each(refusals)('refuses %s and stores nothing', async (_what, entries, headers, status, code) => {
    const accepted = gateway.usage.rows.size;
    const response = await gateway.convert(entries, headers);
    expect([response.status, (await errorOf(response)).code]).toEqual([status, code]);
    expect(gateway.store.objects.size).toBe(0);
    expect(gateway.usage.rows.size).toBe(accepted);
    expect(await gateway.redis.keys('uploads:*')).toEqual([]);
  });

  it('names the possible output formats', async () => {
    const response = await gateway.convert([
      ['outputFormat', 'exe'],
      ['file', pngFile()],
    ]);
    expect((await errorOf(response)).supportedTargets).toEqual(expect.arrayContaining(['jpg', 'webp']));
  });

  it('returns the refusal of usage before a fault of the file or of the form', async () => {
    gateway.usage.refusal = new AppError('QUOTA_EXCEEDED', { limit: 35, used: 35, retryAfterSeconds: 60 });
    const forms: [string, string | File][][] = [
      [
        ['outputFormat', 'exe'],
        ['file', pngFile()],
      ],
      [['file', pngFile()]],
    ];
    for (const form of forms) expect((await gateway.convert(form)).status).toBe(429);
    expect(gateway.store.objects.size).toBe(0);
  });

  it('returns the refusal of usage, with Retry-After, and keeps nothing of the upload', async () => {
    gateway.usage.refusal = new AppError('QUOTA_EXCEEDED', { limit: 35, used: 35, retryAfterSeconds: 60 });
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ]);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await errorOf(response)).toMatchObject({ code: 'quota_exceeded', limit: 35, used: 35 });
    expect(gateway.store.objects.size).toBe(0);
  });

  it('answers 503 with Retry-After within 2 s while the store is unreachable', async () => {
    gateway.store.isUnreachable = true;
    const warn = jest.spyOn(gateway.app.get<Runtime>(RUNTIME).logger, 'warn');
    const startedAt = performance.now();
    // A successful check of the store is valid for a second. Until then only the upload notices that it is unreachable.
    const response = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ]);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    // The log must name the unreachable service.
    const line = expect.objectContaining({ status: 503, reason: 'UNAVAILABLE < connect ECONNREFUSED' });
    expect(warn.mock.calls).toContainEqual([line, 'request']);
  });

  it('refuses a body of another content type', async () => {
    const response = await gateway.fetch('/api/guest/convert', {
      method: 'POST',
      headers: AS_GUEST,
      body: 'x',
    });
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'invalid_request']);
  });

  it('requires a credential for /api/convert', async () => {
    const credentials: Record<string, string>[] = [
      {},
      { authorization: 'Bearer x' },
      { [HEADERS.apiKey]: 'y' },
    ];
    for (const headers of credentials) {
      const response = await gateway.fetch('/api/convert/image', { method: 'POST', headers });
      expect([response.status, (await errorOf(response)).code]).toEqual([401, 'unauthenticated']);
    }
  });
});
