import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { filtersOf, formatOf } from '../src/office/filters.js';
import { type OfficeJob, OfficeServer } from '../src/office/office-server.js';

const MB = 1024 ** 2;
let converter: Converter;
let server: OfficeServer;
let outputFolder: string;

beforeAll(async () => {
  outputFolder = mkdtempSync(join(tmpdir(), 'outputs-'));
  converter = await createConverter(
    [
      async (context) => {
        server = await OfficeServer.start(context);
        return {
          id: 'libreoffice',
          close: () => server.close(),
          convert: () => Promise.reject(new Error('This test speaks to the server itself')),
        };
      },
    ],
    { slots: 1 },
  );
});
afterAll(async () => {
  await converter.close();
  rmSync(outputFolder, { recursive: true });
});

const convert = (fileBytes: number) => {
  const job: OfficeJob = {
    inputPath: fileURLToPath(new URL('./fixtures/text.docx', import.meta.url)),
    filters: filtersOf(formatOf('docx'), formatOf('pdf')),
    repair: false,
    outputFolder,
    wallMs: 20_000,
    cpuSeconds: 20,
    addressSpaceBytes: 1_536 * MB,
    fileBytes,
  };
  return server.convert(job, new AbortController().signal, () => undefined);
};

it('a file that grows beyond its limit ends the job as full, not as a crash, and the server keeps running', async () => {
  expect(await convert(1_000)).toMatchObject({ end: 'full', outputs: [] });
  expect(server.lost).toBe(false);
  expect(await convert(MB)).toMatchObject({ end: 'saved' });
});
