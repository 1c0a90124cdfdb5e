import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { convertFile } from '../src/testing/convert-file.js';
import { PIXEL_BMP, PIXEL_PNG } from '../src/testing/in-memory-ledger.js';

const engines = new URL('./fixtures/engines/', import.meta.url);
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'convert-file-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const aFile = async (content: Buffer): Promise<string> => {
  const path = join(root, 'upload');
  await writeFile(path, content);
  return path;
};

describe('convertFile', () => {
  it('passes a file through the checks and the engine of its route', async () => {
    const converted = await convertFile({ engines, input: await aFile(PIXEL_PNG), from: 'png', to: 'bmp' });
    const [output] = converted.outputs;
    expect(await readFile(output?.path ?? '')).toEqual(PIXEL_BMP);
    expect(output?.facts).toMatchObject({ widthPx: 1, heightPx: 1 });
    await converted.remove();
    expect(existsSync(output?.path ?? '')).toBe(false);
  });
  it('refuses a file that is not of the declared format, before an engine reads it', async () => {
    await expect(
      convertFile({ engines, input: await aFile(PIXEL_BMP), from: 'png', to: 'bmp' }),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT', params: { seen: 'bmp' } });
  });
  it('refuses an option that the catalogue does not know', async () => {
    await expect(
      convertFile({
        engines,
        input: await aFile(PIXEL_PNG),
        from: 'png',
        to: 'jpg',
        options: { nonsense: 1 },
      }),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
