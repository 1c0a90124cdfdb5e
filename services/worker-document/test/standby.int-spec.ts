import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineContext, EngineFactory, Standby } from '@filemill/worker';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createEngine as createChromium } from '../src/engines/chromium.engine.js';
import { createEngine as createData } from '../src/engines/data.engine.js';
import { createEngine as createFonttools } from '../src/engines/fonttools.engine.js';
import { epub3Parts, packBook } from './ebook-books.js';
import { makeFonts } from './font-files.js';

interface Waiting {
  readonly program: Standby;
  readonly folder: string;
}
let converter: Converter;
let started: Waiting[] = [];
afterEach(async () => {
  await converter.close();
  started = [];
});

/** An engine whose standby processes are remembered, with their folders. */
async function start(createEngine: EngineFactory, more: Partial<EngineContext> = {}): Promise<void> {
  const watched: EngineFactory = (context) =>
    createEngine({
      ...context,
      ...more,
      standby: (request) => {
        const program = context.standby(request);
        started.push({ program, folder: request.folder.in });
        return program;
      },
    });
  converter = await createConverter([watched], { slots: 2 });
}

const alive = (): Waiting[] => started.filter(({ program }) => program.alive);

/** Processes are replaced a moment after a job. */
async function replenished(): Promise<Waiting> {
  for (let tries = 0; alive().length === 0 && tries < 200; tries++) await sleep(50);
  return alive()[0] as Waiting;
}

const FONT = makeFonts()('two.ttf');

describe.each([
  [
    'fontTools',
    createFonttools,
    () => converter.convert({ input: FONT, from: 'ttf', to: 'woff2' }),
    (path: string) => readFileSync(path).subarray(0, 4).toString(),
    'wOF2',
  ],
  [
    'a script in Node',
    createData,
    () => converter.convertBytes(Buffer.from('{"a":[1,"ü"]}'), { from: 'json', to: 'yaml' }),
    (path: string) => execFileSync('/usr/bin/python3', ['-c', READ_YAML, path], { encoding: 'utf8' }),
    '{"a": [1, "\\u00fc"]}\n',
  ],
  [
    'Chromium',
    createChromium,
    async () => converter.convertBytes(packBook(await epub3Parts()), { from: 'epub', to: 'pdf' }),
    (path: string) => execFileSync('/usr/bin/pdftotext', [path, '-'], { encoding: 'utf8' }).trim(),
    expect.stringContaining('The Wheel'),
  ],
] as const)('%s that stands by', (_, createEngine, convert, read, expected) => {
  const convertOne = async (): Promise<void> => {
    const { outputs } = await convert();
    expect(outputs.map(({ path }) => read(path))).toEqual([expected]);
  };

  it('sees no file before its job, serves one job, and is replaced', async () => {
    await start(createEngine);
    const first = await replenished();
    expect(readdirSync(first.folder)).toEqual([]);
    await convertOne();
    expect(first.program.alive).toBe(false);
    const second = await replenished();
    expect(second.folder).not.toBe(first.folder);
    expect(readdirSync(second.folder)).toEqual([]);
  });

  it('is started for the job if the waiting one was killed', async () => {
    await start(createEngine);
    const { program } = await replenished();
    await program.kill();
    await convertOne();
  });

  it('is started for each job in a worker that does not serve its lane', async () => {
    await start(createEngine, { standsBy: false });
    expect(started).toEqual([]);
    await convertOne();
    expect(alive()).toEqual([]);
  });
});

const READ_YAML = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))';
