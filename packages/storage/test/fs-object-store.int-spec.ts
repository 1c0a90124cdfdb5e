import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStore, type ObjectStore } from '../src/index.js';
import { testObjectStore } from '../src/object-store.conformance.js';

let folder: string;
let store: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-store-'));
  store = await createStore({ STORE_URL: `file://${folder}/store`, STORE_MAX_USED_PERCENT: 100 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('FsObjectStore', () => {
  testObjectStore(() => store);

  it('is UNAVAILABLE when the disk fills up, and removes that upload', async () => {
    // A small file system of its own, in a mount namespace; the program is the built one.
    const script = `
      import { Readable } from 'node:stream';
      import { createStore } from '${new URL('../dist/index.js', import.meta.url)}';
      const store = await createStore({ STORE_URL: 'file:///mnt/store', STORE_MAX_USED_PERCENT: 90 });
      const endless = Readable.from((function* () { for (;;) yield Buffer.alloc(65536); })());
      const error = await store.put('a/b', endless).catch((error) => error);
      console.log(error.code, error.cause?.code, (await store.listTopLevel()).length);`;
    const jail = ['--ro-bind', '/', '/', '--dev', '/dev', '--size', '4194304', '--tmpfs', '/mnt'];
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)('bwrap', [...jail, ...node]);
    expect(stdout).toBe('UNAVAILABLE ENOSPC 0\n');
  });

  it('shares the bytes of a file on one disk, and each name can be erased alone', async () => {
    const [source, copy] = [join(folder, 'source'), join(folder, 'copy')];
    await writeFile(source, 'a result', { mode: 0o444 });
    await store.putFile('shared/output', source);
    expect(await stat(join(folder, 'store/shared/output'))).toMatchObject({ nlink: 2, mode: 0o100600 });
    await rm(source);
    await store.getFile('shared/output', copy);
    await store.delete(['shared/output']);
    expect(await readFile(copy, 'utf8')).toBe('a result');
  });

  it('copies a file to and from another disk', async () => {
    const script = `
      import { readFileSync, statSync, writeFileSync } from 'node:fs';
      import { createStore } from '${new URL('../dist/index.js', import.meta.url)}';
      const store = await createStore({ STORE_URL: 'file:///mnt/store', STORE_MAX_USED_PERCENT: 100 });
      writeFileSync('/tmp/source', 'a result');
      await store.putFile('a/b', '/tmp/source');
      await store.getFile('a/b', '/tmp/copy');
      console.log(readFileSync('/tmp/copy', 'utf8'), statSync('/mnt/store/a/b').nlink);`;
    const jail = ['--ro-bind', '/', '/', '--dev', '/dev', '--tmpfs', '/mnt', '--tmpfs', '/tmp'];
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)('bwrap', [...jail, ...node]);
    expect(stdout).toBe('a result 1\n');
  });

  it('removes the folders that it leaves empty', async () => {
    await store.put('2026-11-21T02:15/a/input', Readable.from([Buffer.from('x')]));
    await store.delete(['2026-11-21T02:15/a/input']);
    expect(await readdir(join(folder, 'store'))).toEqual([]);
  });

  it('is UNAVAILABLE when the disk is too full, or the root is not a folder', async () => {
    const full = await createStore({ STORE_URL: `file://${folder}/store`, STORE_MAX_USED_PERCENT: 0.0001 });
    await expect(full.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const device = await createStore({ STORE_URL: 'file:///dev/full', STORE_MAX_USED_PERCENT: 100 });
    await expect(device.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const put = device.put('a/b', Readable.from([Buffer.from('x')]));
    await expect(put).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
