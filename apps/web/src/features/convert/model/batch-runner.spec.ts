import { ApiError } from '@filemill/web-client';
import { describe, expect, it, jest } from '@jest/globals';
import { aConversion, anInput, anItem } from '../../../testing/factories.js';
import { BatchRunner, type ConversionApi } from './batch-runner.js';
import { BatchStore } from './batch-store.js';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(api: Partial<ConversionApi> = {}) {
  const store = new BatchStore();
  const ended = jest.fn();
  const accepted = { conversionId: 'c1', statusUrl: '/s', eventsUrl: '/e' };
  const upload = jest.fn<ConversionApi['upload']>(async () => accepted);
  const erase = jest.fn<ConversionApi['erase']>(async () => undefined);
  const watch = jest.fn<ConversionApi['watch']>(async () => aConversion());
  const runner = new BatchRunner(store, { upload, watch, erase, ...api }, ended, () => 5);
  const statuses = () => store.get().map(({ status }) => status);
  return { store, runner, upload, erase, statuses, ended };
}

describe('BatchRunner', () => {
  it('converts one file after another while the others wait', async () => {
    const finish: (() => void)[] = [];
    const watch: ConversionApi['watch'] = () =>
      new Promise((resolve) => finish.push(() => resolve(aConversion())));
    const { store, runner, upload, statuses } = setUp({ watch });
    store.add([anItem({ target: 'jpg' }), anItem({ target: 'webp' })]);
    runner.start(store.get().map(({ id }) => id));
    await settle();
    expect(statuses()).toEqual(['converting', 'waiting']);
    expect(upload).toHaveBeenCalledTimes(1);
    finish[0]?.();
    await settle();
    expect(statuses()).toEqual(['completed', 'converting']);
  });

  it('goes on after a file that failed, and keeps its reason', async () => {
    const upload = jest
      .fn<ConversionApi['upload']>()
      .mockRejectedValueOnce(new ApiError(413, 'file_too_large', ''))
      .mockResolvedValueOnce({ conversionId: 'c2', statusUrl: '', eventsUrl: '' });
    const { store, runner, statuses } = setUp({ upload });
    store.add([anItem({ target: 'jpg' }), anItem({ target: 'jpg' })]);
    runner.start(store.get().map(({ id }) => id));
    await settle();
    expect(statuses()).toEqual(['error', 'completed']);
    expect(store.get()[0]?.error?.code).toBe('file_too_large');
  });

  it('does not send a file that has its format already', async () => {
    const { store, runner, upload } = setUp();
    store.add([anItem({ input: anInput('png', ['jpg']), target: 'png' })]);
    runner.start(store.get().map(({ id }) => id));
    await settle();
    expect(upload).not.toHaveBeenCalled();
  });

  it('stops a conversion and erases what the server has of it', async () => {
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
