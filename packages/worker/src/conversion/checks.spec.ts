import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FormatSpec, registry } from '@filemill/catalogue';
import { FileByteReader } from '@filemill/inspect';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PIXEL_BMP, PIXEL_PNG } from '../testing/a-conversion.js';
import { checkInput, checkOutput } from './checks.js';

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
  it('answers the facts of a file that is what it is said to be', async () => {
    expect(await checkInput(await aFile(PIXEL_PNG), format('png'))).toMatchObject({
      widthPx: 1,
      heightPx: 1,
    });
  });
  it('refuses another format, naming what was seen', async () => {
    await expect(checkInput(await aFile(PIXEL_BMP), format('png'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      params: { seen: 'bmp' },
    });
  });
  it('refuses the end of a zip that points in front of the file', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    zip.writeUInt16LE(0xffff, 14);
    await expect(checkInput(await aFile(zip), format('zip'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
    });
  });
  it('refuses what a reader stumbles over as FILE_CORRUPT', async () => {
    const cause = new RangeError('The value of "offset" is out of range.');
    const read = jest.spyOn(FileByteReader.prototype, 'read').mockRejectedValue(cause);
    const check = checkInput(await aFile(PIXEL_PNG), format('png'));
    await expect(check).rejects.toMatchObject({ code: 'FILE_CORRUPT', cause });
    read.mockRestore();
  });
  it('takes a text for a CSV file, and a script for none', async () => {
    await checkInput(await aFile('a,b\n1,2\n'), format('csv'));
    await expect(checkInput(await aFile('#!/bin/sh\nid\n'), format('csv'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
    });
  });
});

describe('checkOutput', () => {
  it('refuses a picture of another size than expected with ENGINE_FAILED and the difference as cause', async () => {
    const check = checkOutput(await aFile(PIXEL_PNG), format('png'), { widthPx: 2 });
    await expect(check).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await expect(check).rejects.toHaveProperty('cause.message', 'the output has widthPx 1, not 2');
  });
  it('refuses a file that is cut short', async () => {
    await expect(
      checkOutput(await aFile(PIXEL_PNG.subarray(0, 50)), format('png'), {}),
    ).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
  });
  it('lets a text begin like a script', async () => {
    await checkOutput(await aFile('#!/bin/sh is how a script begins.\n'), format('txt'), {});
  });
});
