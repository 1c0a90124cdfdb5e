import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@filemill/errors';
import { systemClock } from '@filemill/platform';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFiles } from '../joining/files.js';
import { AttemptsSetup, ID, PREFIX, reading } from '../testing/attempts-setup.js';

const never = new AbortController().signal;
const CONTENTS = ['one', 'the second', ''];
let setup: AttemptsSetup;
beforeEach(async () => {
  setup = await AttemptsSetup.create();
  for (const [index, content] of CONTENTS.entries())
    await setup.store.put(`${PREFIX}input${index === 0 ? '' : `-${index + 1}`}`, Readable.from([content]));
  setup.joiners = new Map([['files', createFiles(systemClock)]]);
  setup.ledger.row = {
    ...setup.ledger.row,
    ...{ category: 'archive', lane: 'archive', inputFormat: 'txt', outputFormat: 'tar' },
    originalSizeBytes: 3,
    inputs: CONTENTS.map((content, index) => ({
      ...{ fileName: `${index}.txt`, format: 'txt', sizeBytes: content.length, sha256: '0'.repeat(64) },
    })),
  };
});
afterEach(() => setup.remove());
afterAll(() => reading.close());

describe('an attempt at several files', () => {
  it('stores one output, and erases every input when it has ended', async () => {
    expect(await setup.attempts().run(ID, never)).toBe('done');
    expect(await setup.remains()).toEqual(setup.oneOutput);
    const tar = await buffer((await setup.store.get(setup.ledger.row.outputKey)).body);
    for (const content of [...CONTENTS, 'path=2.txt']) expect(tar.includes(content)).toBe(true);
  });

  it('erases every input and the output when the row is deleted meanwhile', async () => {
    setup.ledger.settleAttempt = () => Promise.reject(new AppError('NOT_FOUND'));
    expect(await setup.attempts().run(ID, never)).toBe('done');
    expect(await setup.keys()).toEqual([]);
  });

  it('erases every input when it was cancelled before it began', async () => {
    setup.ledger.cancel();
    await setup.deliver();
    expect(await setup.keys()).toEqual([]);
  });

  it('fails when one of them is gone', async () => {
    await setup.store.delete([`${PREFIX}input-2`]);
    await setup.deliver();
    expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await setup.keys()).toEqual([]);
  });
});
