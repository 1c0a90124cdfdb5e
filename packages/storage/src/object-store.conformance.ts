import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ObjectStore, StoredObject } from './object-store.js';

const MB = 1024 * 1024;
const TOP = '2026-11-21T02:15';
const KEY = `${TOP}/0193-a/input`;

/**
 * The tests that every object store must pass. Call it inside a `describe`.
 *
 * @param storeOf - returns the opened store; called in each test
 */
export function testObjectStore(storeOf: () => ObjectStore): void {
  const put = (key: string, text: string) => storeOf().put(key, Readable.from([Buffer.from(text)]));
  const textOf = async (key: string, range?: { start: number; end: number }): Promise<string> =>
    (await buffer((await storeOf().get(key, range)).body)).toString();
  const listed = async (prefix: string): Promise<StoredObject[]> => {
    const found: StoredObject[] = [];
    for await (const object of storeOf().list(prefix)) found.push(object);
    return found;
  };
  const keysOf = async (prefix: string): Promise<string[]> => (await listed(prefix)).map(({ key }) => key);

  /** Starts a put whose body stalls after 12 MB, more than one part of a multipart upload. */
  const beginUpload = async (key: string, signal?: AbortSignal) => {
    const body = new PassThrough();
    const ended = storeOf().put(key, body, { signal });
    ended.catch(() => undefined);
    for (let sent = 0; sent < 12; sent++) if (!body.write(Buffer.alloc(MB))) await once(body, 'drain');
    while (!(await storeOf().listTopLevel()).length) await sleep(20);
    return { body, ended };
  };

  afterEach(async () => {
    for (const top of await storeOf().listTopLevel()) await storeOf().deletePrefix(`${top}/`);
    expect(await storeOf().listTopLevel()).toEqual([]);
  });

  describe('put and get', () => {
    it('return the stored bytes, with size and SHA-256', async () => {
      const sha256 = createHash('sha256').update('hello').digest('hex');
      expect(await put(KEY, 'hello')).toEqual({ sizeBytes: 5, sha256 });
      expect(await textOf(KEY)).toBe('hello');
      expect(await storeOf().head(KEY)).toEqual({ key: KEY, sizeBytes: 5 });
    });

    it('store a stream of text as UTF-8', async () => {
      const { sizeBytes } = await storeOf().put(KEY, Readable.from(['Mühle ', 'am Bach']));
      expect(sizeBytes).toBe(14);
      expect(await textOf(KEY)).toBe('Mühle am Bach');
    });

    it('store an object of zero bytes', async () => {
      expect(await storeOf().put(KEY, Readable.from([]))).toMatchObject({ sizeBytes: 0 });
      expect(await textOf(KEY)).toBe('');
      expect(await listed(TOP)).toEqual([{ key: KEY, sizeBytes: 0 }]);
    });

    it('move 512 MB in both directions in constant memory', async () => {
      const chunk = Buffer.alloc(MB, 7);
      const expected = createHash('sha256');
      let peakBytes = 0;
      const { heapUsed, external } = process.memoryUsage();
      const watch = () => {
        const now = process.memoryUsage();
        peakBytes = Math.max(peakBytes, now.heapUsed + now.external - heapUsed - external);
      };
      const source = Readable.from(
        (function* () {
          for (let sent = 0; sent < 512; sent++) {
            expected.update(chunk);
            watch();
            yield chunk;
          }
        })(),
      );
      const stored = await storeOf().put(KEY, source);
      expect(stored).toEqual({ sizeBytes: 512 * MB, sha256: expected.digest('hex') });

      const read = createHash('sha256');
      for await (const part of (await storeOf().get(KEY)).body) {
        read.update(part);
        watch();
      }
      expect(read.digest('hex')).toBe(stored.sha256);
      // Parts in progress, and memory that is not collected yet.
      expect(peakBytes).toBeLessThan(192 * MB);
    });

    it('store a file from disk and copy it back to another file', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'store-files-'));
      try {
        const bytes = randomBytes(3 * MB + 1);
        await writeFile(join(folder, 'from'), bytes);
        expect(await storeOf().putFile(KEY, join(folder, 'from'))).toBe(bytes.length);
        expect(await storeOf().getFile(KEY, join(folder, 'to'))).toBe(bytes.length);
        expect(bytes.equals(await readFile(join(folder, 'to')))).toBe(true);
        const missing = storeOf().getFile(`${TOP}/0193-a/missing`, join(folder, 'none'));
        await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
        const aborted = storeOf().putFile(`${TOP}/0193-a/late`, join(folder, 'from'), {
          signal: AbortSignal.abort(),
        });
        await expect(aborted).rejects.toThrow();
        expect(await listed(TOP)).toEqual([{ key: KEY, sizeBytes: bytes.length }]);
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    it('read a range, with both ends included and the size of the whole', async () => {
      await put(KEY, '0123456789');
      expect(await textOf(KEY, { start: 2, end: 4 })).toBe('234');
      expect(await textOf(KEY, { start: 8, end: 99 })).toBe('89');
      const { body, sizeBytes } = await storeOf().get(KEY, { start: 0, end: 0 });
      expect([sizeBytes, (await buffer(body)).toString()]).toEqual([10, '0']);
    });

    it('read a part at once', async () => {
      await put(KEY, '0123456789');
      const partOf = async (start: number, end: number) =>
        (await storeOf().readPart(KEY, { start, end })).toString();
      expect([await partOf(2, 4), await partOf(8, 99)]).toEqual(['234', '89']);
      await expect(partOf(10, 20)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      await expect(partOf(0, 4 * MB)).rejects.toThrow(RangeError);
      const missing = storeOf().readPart(`${TOP}/0193-a/missing`, { start: 0, end: 1 });
      await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('refuse a range that begins past the end', async () => {
      await put(KEY, '0123456789');
      const pastEnd = storeOf().get(KEY, { start: 10, end: 20 });
      await expect(pastEnd).rejects.toMatchObject({ code: 'INVALID_REQUEST', params: { fields: {} } });
    });

    it('answer NOT_FOUND for a missing object', async () => {
      await expect(storeOf().get(KEY)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await storeOf().head(KEY)).toBeUndefined();
    });

    it('store one complete object after parallel puts under one key', async () => {
      const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(3 * MB));
      await Promise.all(texts.map((text) => put(KEY, text)));
      expect(texts).toContain(await textOf(KEY));
      expect(await keysOf('')).toEqual([KEY]);
    });

    it.each(['', '/a', 'a//b', 'a/', '../a', 'a/../b', 'a/..', './a', '.hidden', 'a b', 'a\\b', 'ä', 'a\0'])(
      'refuse the key %j',
      async (key) => {
        const refused = { code: 'INVALID_REQUEST' };
        await expect(put(key, 'x')).rejects.toMatchObject(refused);
        await expect(storeOf().get(key)).rejects.toMatchObject(refused);
        await expect(storeOf().head(key)).rejects.toMatchObject(refused);
        await expect(storeOf().delete([key])).rejects.toMatchObject(refused);
      },
    );
  });

  describe('an upload that does not end', () => {
    it('leaves nothing when it is aborted', async () => {
      const abort = new AbortController();
      const { ended } = await beginUpload(KEY, abort.signal);
      expect(await storeOf().head(KEY)).toBeUndefined();
      abort.abort();
      await expect(ended).rejects.toThrow(/abort/i);
      expect(await storeOf().listTopLevel()).toEqual([]);
    });

    it('leaves nothing when it was aborted before its start', async () => {
      const body = Readable.from([Buffer.from('x')]);
      await expect(storeOf().put(KEY, body, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
      expect(await storeOf().listTopLevel()).toEqual([]);
    });

    it('leaves nothing when its body fails, and reports the error', async () => {
      const { body, ended } = await beginUpload(KEY);
      body.destroy(new Error('the client disconnected'));
      await expect(ended).rejects.toThrow('the client disconnected');
      expect(await storeOf().listTopLevel()).toEqual([]);
    });

    it('is listed at the top but not as an object, and is cleared by abortUploads', async () => {
      await put(`${TOP}/0193-b/input`, 'other');
      const { body, ended } = await beginUpload(KEY);
      expect(await keysOf('')).toEqual([`${TOP}/0193-b/input`]);
      await storeOf().abortUploads(`${TOP}/0193-a`);
      body.end();
      await expect(ended).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await keysOf('')).toEqual([`${TOP}/0193-b/input`]);
    });

    it('is cleared by deletePrefix and never appears afterwards', async () => {
      const { body, ended } = await beginUpload(KEY);
      expect(await storeOf().listTopLevel()).toEqual([TOP]);
      expect(await storeOf().deletePrefix(`${TOP}/`)).toBe(0);
      // Like the reaper: repeat until no late part appears again.
      while ((await storeOf().listTopLevel()).length) await storeOf().deletePrefix(`${TOP}/`);
      body.end();
      await expect(ended).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await storeOf().listTopLevel()).toEqual([]);
    });
  });

  describe('list, listTopLevel and delete', () => {
    it('list by prefix in key order, within a segment too', async () => {
      for (const key of ['b/1', 'a/x/2', 'a-b/3', 'a/x-y/4', 'ab/5']) await put(key, 'x');
      expect(await keysOf('')).toEqual(['a-b/3', 'a/x-y/4', 'a/x/2', 'ab/5', 'b/1']);
      expect(await keysOf('a/x')).toEqual(['a/x-y/4', 'a/x/2']);
      expect(await keysOf('a/x/')).toEqual(['a/x/2']);
      expect(await keysOf('c/')).toEqual([]);
      expect(await storeOf().listTopLevel()).toEqual(['a', 'a-b', 'ab', 'b']);
    });

    it('erase existing objects and ignore missing ones', async () => {
      await put(KEY, 'x');
      await put(`${TOP}/0193-a/output-1`, 'y');
      await storeOf().delete([KEY, `${TOP}/0193-a/none`, 'nowhere/at/all']);
      await storeOf().delete([]);
      expect(await keysOf('')).toEqual([`${TOP}/0193-a/output-1`]);
    });

    it('erase only objects whose key begins with the prefix', async () => {
      for (const id of ['0193-a', '0193-ab', '0193-b']) await put(`${TOP}/${id}/input`, 'x');
      expect(await storeOf().deletePrefix(`${TOP}/0193-a/`)).toBe(1);
      expect(await storeOf().deletePrefix(`${TOP}/0193-a`)).toBe(1);
      expect(await keysOf('')).toEqual([`${TOP}/0193-b/input`]);
    });

    it('refuse to erase everything by an empty prefix', async () => {
      await expect(storeOf().deletePrefix('')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    });

    it('work on more than a thousand objects', async () => {
      const keys = Array.from({ length: 1_050 }, (_, n) => `${TOP}/many/${String(n).padStart(4, '0')}`);
      for (let at = 0; at < keys.length; at += 25)
        await Promise.all(keys.slice(at, at + 25).map((key) => put(key, 'x')));
      expect(await keysOf(TOP)).toEqual(keys);
      await storeOf().delete(keys.slice(0, 1_010));
      expect(await storeOf().deletePrefix(`${TOP}/`)).toBe(40);
      expect(await keysOf('')).toEqual([]);
    });
  });

  it('answers ping while it works', async () => {
    await expect(storeOf().ping()).resolves.toBeUndefined();
  });
}
