import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { ArchivePacking, Repacking } from '@filemill/formats';
import type { ArchiveLimits } from './archive/planner.js';
import { Refused } from './archive/refused.js';
import { jobArguments } from './job-arguments.js';
import { mendZip } from './mend/zip.js';
import { repackCompound } from './repack/compound.js';
import { repackDatabase } from './repack/database.js';
import { repackJson } from './repack/json.js';
import { repackKindle } from './repack/kindle.js';
import { repackStream } from './repack/streams.js';
import { repackLines } from './repack/texts.js';
import type { RepackWork } from './repack/work.js';
import { repackXml } from './repack/xml.js';
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
  /** Id of the format. */
  readonly format: string;
  /** Deliver what can be read of a damaged file. */
  readonly salvage: boolean;
  /** For packing better. */
  readonly budgetMs: number;
  readonly limits: ArchiveLimits;
}

type Way = (work: RepackWork, job: RepackJob) => void | Promise<void>;

/** A way that mends nothing: what is read of a damaged file would not be all of it. */
const ofWhole =
  (way: Way): Way =>
  (work, job) => {
    if (job.salvage) throw new Refused('corrupt', 'it cannot be repaired');
    return way(work, job);
  };
const zip: Way = async (work, { as, salvage }) =>
  repackZip(salvage ? await mended(work) : work, as === 'package');
const plainXml = ofWhole((work, { format }) => repackXml(work, format));

const WAYS: Readonly<Record<RepackJob['as'], Way>> = {
  package: zip,
  zip,
  stream: (work, { packing, limits, salvage }) =>
    repackStream(work, packing as ArchivePacking, limits, salvage),
  json: (work) => repackJson(work, false),
  jsonl: (work) => repackJson(work, true),
  compound: (work, { salvage }) => repackCompound(work, salvage),
  kindle: ofWhole(repackKindle),
  xml: (work, job) =>
    isGzip(work.input) ? WAYS.stream(work, { ...job, packing: 'gzip' }) : plainXml(work, job),
  lines: ofWhole((work, { format }) => repackLines(work, format)),
  database: ofWhole(repackDatabase),
  same: ofWhole(({ input, output }) => copyFileSync(input, output)),
};

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
  await WAYS[job.as](work, job);
  if (job.salvage) console.log('damaged 0 0');
  rmSync(FOLDER, { recursive: true });
}

function isGzip(path: string): boolean {
  const file = openSync(path, 'r');
  const mark = Buffer.alloc(2);
  readSync(file, mark, 0, mark.length, 0);
  closeSync(file);
  return mark.readUInt16BE() === 0x1f8b;
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
