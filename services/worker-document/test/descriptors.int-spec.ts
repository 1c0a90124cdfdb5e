import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@filemill/errors';
import { eventually } from '@filemill/platform/testing';
import type { EngineFactory } from '@filemill/worker';
import {
  type Converter,
  countSeccompFilters,
  createConverter,
  openForWriting,
} from '@filemill/worker/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/libreoffice.engine.js';
import { slowOds } from './hostile.js';
import { officeProcesses } from './office-processes.js';

let converter: Converter;
let serverFolder: string;
let inputs: string;

beforeAll(async () => {
  inputs = mkdtempSync(join(tmpdir(), 'inputs-'));
  writeFileSync(join(inputs, 'slow.ods'), slowOds());
  const listening: EngineFactory = (context) =>
    createEngine({
      ...context,
      scratch: async (name) => {
        serverFolder = await context.scratch(name);
        return serverFolder;
      },
    });
  converter = await createConverter([listening], { slots: 1 });
});
afterAll(async () => {
  await converter.close();
  rmSync(inputs, { recursive: true });
});

const ownPids = (): number[] => officeProcesses(serverFolder);

it('a child process shares no writable object with its server except the progress pipe', async () => {
  const [server] = ownPids() as [number];
  const abort = new AbortController();
  const running = converter.convert({
    input: join(inputs, 'slow.ods'),
    from: 'ods',
    to: 'pdf',
    signal: abort.signal,
  });
  const cancelled = expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  const child = await eventually(
    () =>
      ownPids().find((pid) => pid !== server && countSeccompFilters(pid) > countSeccompFilters(server)) ?? 0,
    (pid) => pid > 0,
  );
  // Long enough for the child to have opened its file; the conversion takes seconds.
  await sleep(500);
  const ofServer = openForWriting(server);
  const shared = openForWriting(child).filter((thing) => ofServer.includes(thing));
  abort.abort(new AppError('CANCELLED'));
  await cancelled;
  // Otherwise the server would hold nothing that a child could have inherited.
  expect(ofServer.some((thing) => thing.startsWith('file'))).toBe(true);
  expect(ofServer.some((thing) => thing.startsWith('anon_inode:[eventfd]'))).toBe(true);
  expect(shared).toEqual([expect.stringMatching(/^pipe /)]);
});
