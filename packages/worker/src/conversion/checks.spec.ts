import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FormatSpec, headerLimits, ReadingThreads, registry } from '@filemill/formats';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PIXEL_BMP, PIXEL_PNG } from '../testing/in-memory-ledger.js';
import { checkInput, checkOutput } from './checks.js';

const reading = new ReadingThreads(headerLimits(1));
afterAll(() => reading.close());

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'checks-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const aFile = async (content: Buffer | string): Promise<string> => {
  const path = join(root, 'file');
  await writeFile(path, content);
  return path;
};
const format = (id: string): FormatSpec => {
  const found = registry.format(id);
  if (!found) throw new Error(`no format ${id}`);
  return found;
};

describe('checkInput', () => {
  it('returns the facts of a file of the declared format', async () => {
    expect(await checkInput(reading, await aFile(PIXEL_PNG), format('png'))).toMatchObject({
      widthPx: 1,
      heightPx: 1,
    });
  });
  it('refuses another format, naming what was seen', async () => {
    await expect(checkInput(reading, await aFile(PIXEL_BMP), format('png'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      params: { seen: 'bmp' },
    });
  });
  it('leaves a zip whose end record points before the file to the engine', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    zip.writeUInt16LE(0xffff, 14);
    expect(await checkInput(reading, await aFile(zip), format('zip'))).toEqual({
      damage: 'its directory is broken',
    });
  });
  it('accepts a text as CSV, but not a script', async () => {
    await checkInput(reading, await aFile('a,b\n1,2\n'), format('csv'));
    await expect(checkInput(reading, await aFile('#!/bin/sh\nid\n'), format('csv'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
    });
  });
});

describe('checkOutput', () => {
  it('refuses a picture of another size than expected with ENGINE_FAILED and the difference as cause', async () => {
    const check = checkOutput(reading, await aFile(PIXEL_PNG), format('png'), { widthPx: 2 });
    await expect(check).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await expect(check).rejects.toHaveProperty('cause.message', 'the output has widthPx 1, not 2');
  });
  it('refuses a truncated file', async () => {
    await expect(
      checkOutput(reading, await aFile(PIXEL_PNG.subarray(0, 50)), format('png'), {}),
    ).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
  });
  it('accepts a text that begins like a script', async () => {
    await checkOutput(reading, await aFile('#!/bin/sh is how a script begins.\n'), format('txt'), {});
  });
  it('accepts what the upload was by its name only from an engine that keeps the format', async () => {
    const list = await aFile('<plist version="1.0"><dict/></plist>');
    await checkOutput(reading, list, format('xml'), {}, undefined, true);
    const check = checkOutput(reading, list, format('xml'), {});
    await expect(check).rejects.toHaveProperty('cause.message', 'the output is plist, not xml');
  });
});
