import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Standby } from '@filemill/worker';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { makeFormat } from './media-files.js';

const SLOTS = 2;

let folder: string;
let input: string;
let converter: Converter;
/** In the order of their start. */
const started: Standby[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standby-'));
  input = await makeFormat(folder, 'wav');
  converter = await createConverter(
    [
      (context) =>
        createEngine({
          ...context,
          standby: (request) => {
            const program = context.standby(request);
            started.push(program);
            return program;
          },
        }),
    ],
    { slots: SLOTS },
  );
});
afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true });
});

const convert = () => converter.convert({ input, from: 'wav', to: 'mp3' });
const waiting = (): Standby[] => started.filter(({ alive }) => alive);

/** Processes end and are replaced a moment after a job. */
async function ended(program: Standby | undefined): Promise<void> {
  while (program?.alive !== false) await sleep(50);
}
async function replenished(): Promise<void> {
  while (waiting().length < SLOTS) await sleep(50);
}

describe('standby ffmpeg processes', () => {
  it('serve one job each and are replaced afterwards', async () => {
    await replenished();
    const [first, second] = waiting();
    await convert();
    await ended(first);
    await replenished();
    expect(waiting()).toHaveLength(SLOTS);
    expect(waiting()).not.toContain(first);
    expect(waiting()).toContain(second);
  });
  it('do not fail a job when one was killed while it waited', async () => {
    await replenished();
    await Promise.all(waiting().map((program) => program.kill()));
    const { outputs } = await convert();
    expect(outputs).toHaveLength(1);
  });
  it('do not limit the number of simultaneous jobs', async () => {
    const all = await Promise.all(Array.from({ length: SLOTS + 2 }, convert));
    expect(all.map(({ outputs }) => outputs.length)).toEqual(Array(SLOTS + 2).fill(1));
  });
});
