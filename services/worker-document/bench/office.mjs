/**
 * A one-page docx to pdf: in the jail through the fork server, and by `soffice --convert-to` per file. Prints one JSON line.
 * Run the build first, and not as root: node services/worker-document/bench/office.mjs [rounds] [docx]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConverter } from '@filemill/worker/testing';
import { createEngine } from '../dist/engines/libreoffice.engine.js';

const rounds = Number(process.argv[2] ?? 40);
const input = process.argv[3] ?? fileURLToPath(new URL('../native/samples/in.docx', import.meta.url));
const SLOTS = 2;
const COLD_ROUNDS = 3;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const converter = await createConverter([createEngine], { slots: SLOTS });
/** No owner key: each job is another guest's. */
const convert = () => converter.convert({ input, from: 'docx', to: 'pdf' });
await convert();
const alone = [];
for (let round = 0; round < rounds; round++) alone.push(await timed(convert));
let left = rounds * SLOTS;
const saturatedMs = await timed(() =>
  Promise.all(
    Array.from({ length: SLOTS }, async () => {
      while (left-- > 0) await convert();
    }),
  ),
);
await converter.close();

const folder = mkdtempSync(join(tmpdir(), 'soffice-'));
const cold = [];
for (let round = 0; round <= COLD_ROUNDS; round++) {
  const args = [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    input,
  ];
  cold.push(await timed(async () => execFileSync('/usr/bin/soffice', args, { stdio: 'ignore' })));
}
rmSync(folder, { recursive: true });
/** The first of them makes the profile. */
const sofficeMs = median(cold.slice(1));
const docsPerSecond = (rounds * SLOTS * 1_000) / saturatedMs;
console.log(
  JSON.stringify({
    p50Ms: Math.round(median(alone)),
    docsPerSecond: Number(docsPerSecond.toFixed(1)),
    sofficeMs: Math.round(sofficeMs),
    timesSofficePerFile: Number(((docsPerSecond * sofficeMs) / 1_000).toFixed(1)),
  }),
);
