import { AppError } from '@filemill/errors';
import { eventually, testRuntime } from '@filemill/platform/testing';
import { expect, it, jest } from '@jest/globals';
import { Leftovers } from '../src/uploads/leftovers.js';
import { MemoryStore } from './support/memory-store.js';

it('retries objects that the store did not delete, and tries one that fails again after the others', async () => {
  const store = new MemoryStore();
  const leftovers = new Leftovers(store, testRuntime('gateway'));
  for (const prefix of ['refused/', 'other/']) store.objects.set(`${prefix}input`, Buffer.from('bytes'));
  const erase = store.deletePrefix.bind(store);
  const isUnreachable = jest.fn((_prefix: string) => true);
  jest.spyOn(store, 'deletePrefix').mockImplementation(async (prefix) => {
    if (isUnreachable(prefix)) throw new AppError('UNAVAILABLE');
    return erase(prefix);
  });
  for (const prefix of ['refused/', 'other/']) await leftovers.erase(prefix);
  expect(store.objects.size).toBe(2);
  isUnreachable.mockImplementation((prefix) => prefix === 'refused/');
  leftovers.onModuleInit();
  await eventually(
    () => store.objects.size,
    (size) => size === 1,
  );
  expect([...store.objects.keys()]).toEqual(['refused/input']);
  isUnreachable.mockReturnValue(false);
  await eventually(
    () => store.objects.size,
    (size) => size === 0,
  );
  expect(store.objects.size).toBe(0);
  await leftovers.onModuleDestroy();
});
