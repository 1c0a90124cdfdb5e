import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@filemill/errors';
import { lossOf } from '@filemill/formats';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Step, StepResult } from '../engines/engine.js';
import { AttemptsSetup, ID, PREFIX, reading, writeOne } from '../testing/attempts-setup.js';
import { PIXEL_BMP, PIXEL_PNG } from '../testing/in-memory-ledger.js';

const never = new AbortController().signal;
let setup: AttemptsSetup;
beforeEach(async () => {
  setup = await AttemptsSetup.create();
});
afterEach(() => setup.remove());
afterAll(() => reading.close());

describe('Attempts', () => {
  it('stores the output under the attempt, settles, and erases the input', async () => {
    expect(await setup.attempts().run(ID, never)).toBe('done');
    expect(await setup.remains()).toEqual(setup.oneOutput);
    expect(setup.ledger.row).toMatchObject({
      outputKey: `${PREFIX}output-1`,
      outputExtension: 'bmp',
      convertedSizeBytes: PIXEL_BMP.length,
    });
    expect(await buffer((await setup.store.get(`${PREFIX}output-1`)).body)).toEqual(PIXEL_BMP);
  });

  it('announces the percent of the engine, and the end', async () => {
    setup.convertStep = async (step, _signal, onProgress) => {
      onProgress(0.42);
      while (setup.progress().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return writeOne(step);
    };
    await setup.attempts().run(ID, never);
    expect(setup.progress()).toEqual([
      ['converting', 42],
      ['done', undefined],
    ]);
  });

  it('reports losses to the ledger with code, parameters and text', async () => {
    const loss = lossOf('links_dropped', { count: 3 });
    setup.convertStep = async (step) => ({ ...(await writeOne(step)), losses: [loss] });
    await setup.attempts().run(ID, never);
    const { code, message } = loss;
    expect(setup.ledger.row.losses).toEqual([{ code, params: { count: 3 }, message }]);
  });

  it('packs several outputs into one zip, named after the upload', async () => {
    setup.convertStep = async (step) => {
      const outputs = ['a', 'b'].map((name) => join(step.folder.out, `${name}.bmp`));
      for (const path of outputs) await writeFile(path, PIXEL_BMP);
      return { outputs, losses: [], expected: {} };
    };
    await setup.attempts().run(ID, never);
    const zip = await buffer((await setup.store.get(setup.ledger.row.outputKey)).body);
    expect(setup.ledger.row.outputExtension).toBe('zip');
    expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04', 'latin1'));
    for (const name of ['photo.of.me-001.bmp', 'photo.of.me-002.bmp']) expect(zip.includes(name)).toBe(true);
  });

  it.each([-50, 50])('converts on a worker whose clock is %i minutes off', async (minutes) => {
    const clock = { nowMs: () => Date.now() + minutes * 60_000 };
    setup.ledger.row = { ...setup.ledger.row, deadlineMs: Date.now() + 60_000 };
    let stepLeftMs = 0;
    setup.convertStep = (step) => {
      stepLeftMs = step.deadlineMs - clock.nowMs();
      return writeOne(step);
    };
    await setup.deliver(setup.attempts({ clock }));
    expect(await setup.remains()).toEqual(setup.oneOutput);
    expect(stepLeftMs).toBeGreaterThan(0);
    expect(stepLeftMs).toBeLessThanOrEqual(60_000); // of a picture
  });

  it('fails at once when the engine reports a damaged file', async () => {
    await setup.store.put(`${PREFIX}input`, Readable.from([PIXEL_PNG.subarray(0, 40)]));
    setup.ledger.row = { ...setup.ledger.row, originalSizeBytes: 40 };
    setup.convertStep = () => Promise.reject(new AppError('FILE_CORRUPT'));
    await setup.deliver();
    expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
    expect(setup.conversions).toBe(1);
  });

  describe('with an engine that salvages', () => {
    const damaged = async (step: Step): Promise<StepResult> => {
      if (!step.salvage) throw new AppError('FILE_CORRUPT');
      const damage = { unit: 'rows', missing: 20, total: 100 } as const;
      return { ...(await writeOne(step)), expected: { frames: 7 }, damage };
    };
    beforeEach(() => {
      setup.canSalvage = true;
      setup.convertStep = damaged;
    });
    afterEach(() => {
      setup.canSalvage = false;
    });

    it('delivers the readable part of a damaged file, and reports what is missing', async () => {
      await setup.deliver();
      expect(await setup.remains()).toEqual(setup.oneOutput);
      expect(setup.conversions).toBe(2);
      expect(setup.ledger.row.losses).toEqual([
        {
          code: 'input_damaged',
          params: { unit: 'rows', missing: 20, total: 100 },
          message: 'The file is damaged: 20 of 100 rows of the picture could not be read.',
        },
      ]);
    });

    it('refuses a damaged file at the first try when the option strict is set', async () => {
      setup.ledger.row = { ...setup.ledger.row, optionsJson: '{"strict":true}' };
      await setup.deliver();
      expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
      expect(setup.conversions).toBe(1);
    });

    it('fails with FILE_CORRUPT when less than a twentieth of the file is readable', async () => {
      setup.convertStep = async (step) => ({
        ...(await damaged(step)),
        damage: { unit: 'rows', missing: 96, total: 100 },
      });
      await setup.deliver();
      expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
    });

    it('fails with FILE_CORRUPT when the second try fails with another error', async () => {
      setup.convertStep = (step) =>
        Promise.reject(new AppError(step.salvage ? 'ENGINE_FAILED' : 'FILE_CORRUPT'));
      await setup.deliver();
      expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'FILE_CORRUPT' });
      expect(setup.conversions).toBe(2);
    });
  });

  it('returns the attempt uncounted when the worker has no file descriptor left', async () => {
    const cause = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    const tries: unknown[] = [cause, new AppError('ENGINE_FAILED', {}, { cause }), cause];
    setup.convertStep = (step) => {
      const failure = tries.shift();
      return failure ? Promise.reject(failure) : writeOne(step);
    };
    await setup.deliver();
    expect(setup.conversions).toBe(4); // more than the tries that are counted
    expect(setup.ledger.row.status).toBe('completed');
  });

  it('refuses content whose format is not the declared one', async () => {
    await setup.store.put(`${PREFIX}input`, Readable.from([PIXEL_BMP]));
    setup.ledger.row = { ...setup.ledger.row, originalSizeBytes: PIXEL_BMP.length };
    await setup.deliver();
    expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'UNSUPPORTED_FORMAT' });
  });

  it.each([
    [
      'of another size than expected',
      async (step: Step) => ({ ...(await writeOne(step)), expected: { widthPx: 2 } }),
    ],
    ['that is missing', async (step: Step) => ({ outputs: [step.output.path], losses: [], expected: {} })],
    [
      'that is a link out of the jail',
      async (step: Step) => {
        const { symlink } = await import('node:fs/promises');
        await symlink('/etc/hostname', step.output.path);
        return { outputs: [step.output.path], losses: [], expected: {} };
      },
    ],
    [
      'of another format',
      async (step: Step) => {
        await writeFile(step.output.path, PIXEL_PNG);
        return { outputs: [step.output.path], losses: [], expected: {} };
      },
    ],
  ])('fails for an output %s', async (_what, convert) => {
    setup.convertStep = convert;
    await setup.deliver();
    expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_FAILED' });
    expect(await setup.keys()).toEqual([]);
  });

  it('stops at the deadline of the conversion with ENGINE_TIMEOUT', async () => {
    setup.ledger.remainingMs = 100;
    setup.convertStep = (_step, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
      });
    await setup.deliver();
    expect(setup.ledger.row).toMatchObject({ status: 'failed', errorCode: 'ENGINE_TIMEOUT' });
  });
});
