import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ArchivePacking, Repacking } from '@filemill/formats';
import type { ArchiveLimits } from './archive/planner.js';
import { Refused } from './archive/refused.js';
import { jobArguments } from './job-arguments.js';
import { mendZip } from './mend/zip.js';
import { repackJson } from './repack/json.js';
import { repackStream } from './repack/streams.js';
import type { RepackWork } from './repack/work.js';
import { repackZip } from './repack/zip.js';

/**
 * Runs inside the jail: writes the file /job/in/in.<ext> again, with the same content in fewer bytes.
 * Argument: a {@link RepackJob} as JSON. Standard output: `progress <0 to 1>`, `damaged 0 0` for a damaged file, and `refused
 * <reason> <detail>` as the last line.
 */
export interface RepackJob {
  readonly input: string;
  readonly output: string;
  readonly as: Exclude<Repacking['as'], 'archive' | 'drawing'>;
  readonly packing?: ArchivePacking;
  /** Deliver what can be read of a damaged file. */
  readonly salvage: boolean;
  /** For packing better. */
  readonly budgetMs: number;
  readonly limits: ArchiveLimits;
}

const FOLDER = '/job/out/work';

async function repack(job: RepackJob): Promise<void> {
  mkdirSync(FOLDER);
  const until = performance.now() + job.budgetMs;
  const work: RepackWork = {
    input: job.input,
    output: job.output,
    folder: FOLDER,
    leftMs: () => until - performance.now(),
    onProgress: (fraction) => console.log(`progress ${fraction}`),
  };
  if (job.as === 'json' || job.as === 'jsonl') repackJson(work, job.as === 'jsonl');
  else if (job.as === 'stream') {
    await repackStream(work, job.packing as ArchivePacking, job.limits, job.salvage);
  } else await repackZip(job.salvage ? await mended(work) : work, job.as === 'package');
  if (job.salvage) console.log('damaged 0 0');
  rmSync(FOLDER, { recursive: true });
}

/** @throws {Refused} corrupt */
async function mended(work: RepackWork): Promise<RepackWork> {
  const found = await mendZip(readFileSync(work.input));
  if (!found) throw new Refused('corrupt', 'nothing of it can be unpacked');
  const input = `${FOLDER}/mended.zip`;
  writeFileSync(input, Buffer.concat(found.parts));
  return { ...work, input };
}

try {
  await repack(JSON.parse(jobArguments()[0] ?? '{}') as RepackJob);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused ${error.reason} ${error.message}`);
}
process.exit(0);
