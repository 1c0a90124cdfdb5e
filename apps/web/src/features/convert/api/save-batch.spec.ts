import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { saveBatch } from './save-batch.js';

const PARTS = ['a', 'b'].map((id) => ({ conversionId: id, fileName: `${id}.webp` }));
/** The part of an answer that the code reads. */
const anAnswer = (status: number, body: unknown = {}) =>
  ({
    ok: status < 300,
    status,
    headers: new Headers(),
    text: async () => JSON.stringify(body),
    json: async () => body,
  }) as Response;

/** What the page asks for, and the files that the browser was told to save. */
function setUp(answer: (method: string) => Response) {
  const asked: string[] = [];
  const saved: string[] = [];
  globalThis.fetch = (async (path: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return answer(method);
  }) as typeof fetch;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return { asked, saved };
}

describe('saveBatch', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    AbortSignal.timeout = () => new AbortController().signal;
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('uses the server’s zip, after checking that its link works', async () => {
    const { asked, saved } = setUp((method) =>
      anAnswer(200, method === 'POST' ? { url: '/api/download/zip/1?token=t' } : {}),
    );
    expect(await saveBatch(PARTS, () => undefined)).toEqual({ way: 'zip', missing: [] });
    expect(asked).toEqual(['POST /api/download/zip', 'HEAD /api/download/zip/1?token=t']);
    expect(saved).toEqual([expect.stringMatching(/^filemill-\d{8}-\d{6}\.zip$/)]);
  });

  it('tries each file twice, a second apart, then saves the files one by one, 500 ms apart', async () => {
    const { asked, saved } = setUp(() => anAnswer(503));
    const onZipFailed = jest.fn();
    const outcome = saveBatch(PARTS, onZipFailed);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(onZipFailed).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(onZipFailed).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual({ way: 'single', missing: ['a.webp', 'b.webp'] });
    expect(asked).toEqual([
      'POST /api/download/zip',
      ...['a', 'a', 'b', 'b', 'a', 'b'].map((id) => `GET /api/download/${id}`),
    ]);
    expect(saved).toEqual([]);
  });
});
