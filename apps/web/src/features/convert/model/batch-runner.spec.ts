import { ApiError } from '@filemill/web-client';
import { describe, expect, it, jest } from '@jest/globals';
import { aConversion, anInput, anItem } from '../../../testing/factories.js';
import { BatchRunner, CHUNK_SIZE, type ConversionApi, type RunnerHost } from './batch-runner.js';
import { BatchStore } from './batch-store.js';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(api: Partial<ConversionApi> = {}, maxParallel = 1) {
  const store = new BatchStore();
  const onEnd = jest.fn<RunnerHost['onEnd']>();
  const onBatchEnd = jest.fn<RunnerHost['onBatchEnd']>();
  const host = { maxParallel: () => maxParallel, owner: () => 'guest', onEnd, onBatchEnd };
  const accepted = { conversionId: 'c1', eventsUrl: '/e' };
  const upload = jest.fn<ConversionApi['upload']>(async () => accepted);
  const erase = jest.fn<ConversionApi['erase']>(async () => undefined);
  const watch = jest.fn<ConversionApi['watch']>(async () => aConversion());
  const runner = new BatchRunner(store, { upload, watch, erase, ...api }, host, () => 5);
  const statuses = () => store.get().map(({ status }) => status);
  const startAll = () => runner.start(store.get().map(({ id }) => id));
  return { store, runner, upload, watch, erase, statuses, startAll, onEnd, onBatchEnd };
}

describe('BatchRunner', () => {
  it('converts one file after another while the others wait', async () => {
    const finish: (() => void)[] = [];
    const watch: ConversionApi['watch'] = () =>
      new Promise((resolve) => finish.push(() => resolve(aConversion())));
    const { store, startAll, upload, statuses } = setUp({ watch });
    store.add([anItem({ target: 'jpg' }), anItem({ target: 'webp' })]);
    startAll();
    await settle();
    expect(statuses()).toEqual(['converting', 'waiting']);
    expect(upload).toHaveBeenCalledTimes(1);
    finish[0]?.();
    await settle();
    expect(statuses()).toEqual(['completed', 'converting']);
  });

  it('continues after a failed file, and keeps its reason', async () => {
    const upload = jest
      .fn<ConversionApi['upload']>()
      .mockRejectedValueOnce(new ApiError(413, 'file_too_large', ''))
      .mockResolvedValueOnce({ conversionId: 'c2', eventsUrl: '' });
    const { store, startAll, statuses, onEnd, onBatchEnd } = setUp({ upload });
    store.add([anItem({ target: 'jpg' }), anItem({ target: 'jpg' })]);
    startAll();
    await settle();
    expect(statuses()).toEqual(['error', 'completed']);
    expect(store.get()[0]?.error?.code).toBe('file_too_large');
    expect(onEnd).toHaveBeenCalledTimes(2);
    expect(onBatchEnd.mock.calls).toEqual([[store.get()]]);
  });

  it('converts up to the caller’s limit at once, chunk by chunk', async () => {
    const finish: (() => void)[] = [];
    const watch: ConversionApi['watch'] = () =>
      new Promise((resolve) => finish.push(() => resolve(aConversion())));
    const { store, startAll, statuses } = setUp({ watch }, CHUNK_SIZE + 50);
    store.add(Array.from({ length: CHUNK_SIZE + 1 }, () => anItem({ target: 'jpg' })));
    startAll();
    await settle();
    expect(statuses().filter((status) => status === 'converting')).toHaveLength(CHUNK_SIZE);
    for (const end of finish.slice(1)) end();
    await settle();
    expect(statuses().at(-1)).toBe('waiting');
    finish[0]?.();
    await settle();
    expect(statuses().at(-1)).toBe('converting');
  });

  it('sends a file again after a refusal because too many are in progress', async () => {
    jest.useFakeTimers();
    const busy = new ApiError(429, 'concurrency_limit', '');
    busy.retryAfterSeconds = 3;
    const upload = jest
      .fn<ConversionApi['upload']>()
      .mockRejectedValueOnce(busy)
      .mockResolvedValueOnce({ conversionId: 'c2', eventsUrl: '' });
    const { store, startAll, statuses, onBatchEnd } = setUp({ upload });
    store.add([anItem({ target: 'jpg' })]);
    startAll();
    await jest.advanceTimersByTimeAsync(2_999);
    expect([statuses(), onBatchEnd.mock.calls.length]).toEqual([['waiting'], 0]);
    await jest.advanceTimersByTimeAsync(1);
    expect([statuses(), onBatchEnd.mock.calls.length]).toEqual([['completed'], 1]);
    jest.useRealTimers();
  });

  it('gives up when the server stays unavailable', async () => {
    jest.useFakeTimers();
    const away = new ApiError(503, 'unavailable', '');
    away.retryAfterSeconds = 10;
    const upload = jest.fn<ConversionApi['upload']>().mockRejectedValue(away);
    const { store, startAll, statuses, onBatchEnd } = setUp({ upload });
    store.add([anItem({ target: 'jpg' })]);
    startAll();
    await jest.advanceTimersByTimeAsync(49_999);
    expect([statuses(), upload.mock.calls.length, onBatchEnd.mock.calls.length]).toEqual([['waiting'], 5, 0]);
    await jest.advanceTimersByTimeAsync(1);
    expect([statuses(), upload.mock.calls.length, onBatchEnd.mock.calls.length]).toEqual([['error'], 6, 1]);
    jest.useRealTimers();
  });

  it('follows uploads from before a reload, and reports only ends that were not shown yet', async () => {
    const { store, runner, upload, watch, statuses, onEnd } = setUp({}, 20);
    store.add([
      anItem({ status: 'detecting', file: undefined, conversionId: 'a' }),
      anItem({ status: 'detecting', file: undefined, conversionId: 'b' }),
    ]);
    const [done, running] = store.get();
    if (done) runner.resume(done, false);
    if (running) runner.resume(running, true);
    await settle();
    expect(watch.mock.calls.map(([{ conversionId }]) => conversionId)).toEqual(['a', 'b']);
    expect(statuses()).toEqual(['completed', 'completed']);
    expect(onEnd.mock.calls.map(([{ conversionId }]) => conversionId)).toEqual(['b']);
    expect(upload).not.toHaveBeenCalled();
  });

  it('does not send a file that has its format already', async () => {
    const { store, startAll, upload } = setUp();
    store.add([anItem({ input: anInput('png', ['jpg']), target: 'png' })]);
    startAll();
    await settle();
    expect(upload).not.toHaveBeenCalled();
  });

  it('stops a conversion and erases its files on the server', async () => {
    const watch: ConversionApi['watch'] = (_accepted, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { store, runner, erase, statuses } = setUp({ watch });
    store.add([anItem({ target: 'jpg' })]);
    const [item] = store.get();
    runner.start([item?.id ?? '']);
    await settle();
    await runner.cancel(item?.id ?? '');
    await settle();
    expect(erase).toHaveBeenCalledWith('c1');
    expect(statuses()).toEqual(['cancelled']);
  });
});
