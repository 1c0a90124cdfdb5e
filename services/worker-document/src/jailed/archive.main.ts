import type { ArchiveRead, ArchiveWrite } from '@filemill/formats';
import { cleanTar, type EntryProperties, totalWorkBytes } from './archive/clean-tar.js';
import { lossesOf } from './archive/losses.js';
import type { ArchiveLimits } from './archive/planner.js';
import { Refused } from './archive/refused.js';
import { salvageTar } from './archive/salvage-tar.js';
import { ArchiveSource } from './archive/source.js';
import { type PackSettings, targetOf } from './archive/targets.js';
import type { EntrySettings } from './archive/wanted.js';
import { writeArchive } from './archive/write.js';
import { jobArguments } from './job-arguments.js';

/**
 * Runs inside the jail: converts the archive /job/in/in.<ext> to another one in /job/out.
 * Argument: an {@link ArchiveJob} as JSON. Standard output: `progress <0 to 1>`, `loss <code> <count> <word>`, `damaged
 * <missing> <total> <names>` for a damaged archive, and `refused <reason> <detail>` as the last line.
 */
export interface ArchiveJob {
  readonly input: string;
  readonly from: ArchiveRead;
  readonly output: string;
  readonly to: ArchiveWrite;
  /** Deliver the entries that can be read, if others cannot. */
  readonly salvage: boolean;
  readonly settings: PackSettings;
  readonly entrySettings: EntrySettings;
  readonly limits: ArchiveLimits;
}

/** Approximate shares of the time: unpacking that listing needs, compressing, checking the result. */
const LISTED = 0.2;
const WRITTEN = 0.9;
const PASSED = 0.5;

const say = (...words: (string | number)[]): void => console.log(words.join(' '));

/** A Debian package that installs nothing is converted as the archive of its parts. */
async function convert(job: ArchiveJob): Promise<void> {
  try {
    await convertAs(job);
  } catch (error) {
    const isEmpty = error instanceof Refused && error.reason === 'nothing';
    if (!isEmpty || job.from.container !== 'deb' || job.salvage) throw error;
    await convertAs({ ...job, from: { container: 'ar' } });
  }
}

/** Reads with bsdtar; with unar or 7z what bsdtar cannot read. */
async function convertAs(job: ArchiveJob): Promise<void> {
  const source = new ArchiveSource(job.input, job.from, job.salvage, job.entrySettings);
  if (source.mustBeUnpacked) await source.unpack(job.limits);
  try {
    await convertFrom(source, job);
  } catch (error) {
    if (!isUnread(error, source) || !source.canBeUnpacked) throw error;
    await source.unpack(job.limits);
    await convertFrom(source, job);
  }
}

/**
 * A packed file that is no tar is unpacked as a file, also if the damage comes before that is known; a tar that cannot be
 * read is damaged.
 */
function isUnread(error: unknown, { isCutShort, isPackedFile }: ArchiveSource): boolean {
  if (!(error instanceof Refused)) return false;
  if (isCutShort && error.reason === 'nothing') return true;
  return error.reason === (isPackedFile ? 'not-tar' : 'corrupt');
}

async function convertFrom(source: ArchiveSource, job: ArchiveJob): Promise<void> {
  const onListed = (fraction: number): void => say('progress', fraction * LISTED);
  let plan = await source.makePlan(job.limits, onListed);
  if (source.isCutShort && source.canBeUnpacked && !source.isPackedFile) {
    await source.unpack(job.limits);
    plan = await source.makePlan(job.limits, onListed);
  }
  const target = targetOf(job.to, job.settings);
  const rules = { ...target.rules, times: job.to.times, ownerOf: source.ownerOf };
  const seen: EntryProperties = { owners: 0, ownerNames: 0, attributes: 0, fractions: 0, outOfRange: 0 };
  // 7z and xorriso begin when everything is unpacked.
  const passedAt = ['7z', 'iso'].includes(job.to.container) ? PASSED : WRITTEN;
  const report = throttled((work) =>
    say('progress', LISTED + ((passedAt - LISTED) * work) / totalWorkBytes(plan)),
  );
  const checksums = await source.checksums();
  const total = plan.targets.filter((name) => name !== undefined).length;
  const wantedNames = [...plan.targets];
  const reading = job.salvage ? undefined : source.open();
  const tar = reading
    ? cleanTar(reading.stdout, plan, rules, checksums, seen, report)
    : salvageTar(source, plan, rules, checksums, seen, report);
  const output = { path: job.output, format: job.to, level: job.settings.level, plan };
  const onPercent = (fraction: number): void => say('progress', passedAt + (WRITTEN - passedAt) * fraction);
  await writeArchive(target, tar, output, onPercent).catch(async (error: unknown) => {
    // Closing the stream ends the reader; its own error explains a short stream better.
    reading?.stdout.destroy();
    const own: unknown = await reading?.ended.catch((reason: unknown) => reason);
    throw own instanceof Refused && own.reason === 'encrypted' ? own : error;
  });
  await reading?.ended;
  if (job.salvage) {
    const missing = wantedNames.filter(
      (name, index) => name !== undefined && plan.targets[index] === undefined,
    );
    const lost = [...plan.conflicts, ...source.lost];
    const names = [...missing.map((name) => `${name}`), ...lost];
    say('damaged', names.length, total + lost.length, shortOf(names));
  }
  for (const loss of lossesOf(job.to, plan, seen, source.decomposedNames)) say('loss', ...loss);
}

/** As many names as fit in a line of the answer, without characters that would end or reverse it. */
function shortOf(names: readonly string[]): string {
  const MAX_CHARACTERS = 60;
  let text = '';
  for (const name of names) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > MAX_CHARACTERS) return `${text === '' ? name.slice(0, MAX_CHARACTERS) : text} …`;
    text = longer;
  }
  return text;
}

/** Sums the progress and reports it a few times a second. */
function throttled(report: (work: number) => void): (work: number) => void {
  const INTERVAL_MS = 200;
  let total = 0;
  let reportedAt = performance.now();
  return (work) => {
    total += work;
    if (performance.now() - reportedAt < INTERVAL_MS) return;
    reportedAt = performance.now();
    report(total);
  };
}

try {
  await convert(JSON.parse(jobArguments()[0] ?? '{}') as ArchiveJob);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  say('refused', error.reason, error.message);
}
process.exit(0);
