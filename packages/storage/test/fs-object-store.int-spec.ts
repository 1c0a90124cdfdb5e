import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStore, type ObjectStore } from '../src/index.js';
import { itIsAnObjectStore } from '../src/object-store.conformance.js';

let folder: string;
let store: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-store-'));
  store = await createStore({ STORE_URL: `file://${folder}/store`, STORE_MAX_USED_PERCENT: 100 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('FsObjectStore', () => {
  itIsAnObjectStore(() => store);

  it('removes the folders that it leaves empty', async () => {
    await store.put('2026-11-21T02:15/a/input', Readable.from([Buffer.from('x')]));
    await store.delete(['2026-11-21T02:15/a/input']);
    expect(await readdir(join(folder, 'store'))).toEqual([]);
  });

  it('is UNAVAILABLE when the disk is too full, or is no folder', async () => {
    const full = await createStore({ STORE_URL: `file://${folder}/store`, STORE_MAX_USED_PERCENT: 0.0001 });
    await expect(full.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const device = await createStore({ STORE_URL: 'file:///dev/full', STORE_MAX_USED_PERCENT: 100 });
    await expect(device.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const put = device.put('a/b', Readable.from([Buffer.from('x')]));
    await expect(put).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
