import { getEventListeners } from 'node:events';
import { AppError } from '@filemill/errors';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Drain } from '../src/http/drain.js';
import { OpenUploads } from '../src/uploads/open-uploads.js';
import { AS_GUEST, pngFile, TestGateway } from './support/gateway.js';

const form = (): [string, string | File][] => [
  ['outputFormat', 'jpg'],
  ['file', pngFile()],
];

describe('a conversion, when usage does not answer', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.store.objects.clear();
    gateway.usage.rows.clear();
    gateway.completeWith(Buffer.from('converted'), 'jpg');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Accepts, but loses the answer. */
  const loseAcceptance = () => {
    const accept = gateway.usage.acceptConversion.bind(gateway.usage);
    jest.spyOn(gateway.usage, 'acceptConversion').mockImplementation(async (request) => {
      await accept(request);
      throw new AppError('UNAVAILABLE');
    });
  };
  const away = async (): Promise<never> => {
    throw new AppError('UNAVAILABLE');
  };

  it('is cancelled before its objects are erased if the answer to its acceptance was lost', async () => {
    gateway.usage.onAccept = () => undefined;
    loseAcceptance();
    expect((await gateway.convert(form())).status).toBe(503);
    expect([...gateway.usage.rows.values()].map(({ status }) => status)).toEqual(['cancelled']);
    expect(gateway.store.objects.size).toBe(0);
  });

  it('keeps its objects if usage may have accepted it and is unreachable', async () => {
    gateway.usage.onAccept = () => undefined;
    loseAcceptance();
    jest.spyOn(gateway.usage, 'deleteConversion').mockImplementation(away);
    expect((await gateway.convert(form())).status).toBe(503);
    const [row] = gateway.usage.rows.values();
    expect(row?.status).toBe('pending');
    expect([...gateway.store.objects.keys()]).toEqual([row?.inputKey]);
  });

  it('is still waited for if usage is unreachable for a short time', async () => {
    jest.spyOn(gateway.usage, 'getConversion').mockImplementationOnce(away);
    const response = await gateway.convert(form());
    expect(response.status).toBe(200);
  }, 10_000);

  it('is followed to its end if usage is unreachable for a short time', async () => {
    gateway.usage.onAccept = () => undefined;
    const accepted = await gateway.convert(form(), { ...AS_GUEST, prefer: 'respond-async' });
    const { conversionId, eventsUrl } = (await accepted.json()) as Record<string, string>;
    const stream = await gateway.fetch(String(eventsUrl));
    // The snapshot has been read: the next read fails, and the ending is announced meanwhile.
    jest.spyOn(gateway.usage, 'getConversion').mockImplementationOnce(away);
    await gateway.usage.change(String(conversionId), { status: 'failed', errorCode: 'FILE_CORRUPT' });
    expect(await stream.text()).toContain('event: done');
  }, 10_000);

  it('leaves no event listener on objects that live as long as the process', async () => {
    const { over } = gateway.app.get(Drain);
    const before = getEventListeners(over, 'abort').length;
    expect((await gateway.convert(form())).status).toBe(200);
    expect(getEventListeners(over, 'abort').length).toBe(before);
  });

  it('counts no open upload if its caller disconnects while the upload is being counted', async () => {
    const uploads = gateway.app.get(OpenUploads);
    const open = uploads.open.bind(uploads);
    const gone = new AbortController();
    const counted = new Promise<void>((resolve) => {
      jest.spyOn(uploads, 'open').mockImplementation(async (caller) => {
        gone.abort();
        await new Promise((wait) => setTimeout(wait, 100));
        const opened = await open(caller);
        setTimeout(resolve, 100);
        return opened;
      });
    });
    const body = new ReadableStream({
      start(controller) {
        const boundary = 'filemill-boundary';
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
        controller.enqueue(Buffer.from(head + 'x'.repeat(100_000)));
      },
    });
    const headers = { ...AS_GUEST, 'content-type': 'multipart/form-data; boundary=filemill-boundary' };
    const init = { method: 'POST', headers, body, signal: gone.signal, duplex: 'half' } as RequestInit;
    await expect(gateway.fetch('/api/guest/convert', init)).rejects.toThrow();
    await counted;
    expect(await gateway.redis.keys('uploads:*')).toEqual([]);
  });
});
