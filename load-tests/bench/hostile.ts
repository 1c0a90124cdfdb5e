import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpErrorBody } from '@filemill/errors';
import type { Environment } from '@filemill/local-stack';
import { Client } from '../shared/client.ts';
import { seconds } from '../shared/measure.ts';
import { metricOf } from '../shared/metrics.ts';
import { aProUser } from '../shared/people.ts';
import { type AttackedLane, type HostileFile, hostileFiles } from './hostile-files.ts';
import type { InputPaths } from './inputs.ts';
import { ms, report } from './report.ts';
import { convert, type RawReply, upload } from './service.ts';
import type { RunningStack } from './stack.ts';

/** Each process checks its event loop at this interval: a measured pause is too short by less than that. */
const LOOK_MS = 10;
/** The processes whose pauses are measured, by the names of their ops ports. */
const SERVICES = [
  'gateway',
  'usage',
  'accounts',
  'billing',
  'admin',
  'worker-image',
  'worker-media',
  'worker-document',
] as const;
/** Ordinary work before the measurement, so that code is compiled and standby processes are loaded. */
const WARM_UP_MS = 15_000;
/** Duration of ordinary work alone. */
const ALONE_MS = 60_000;
const START_GOAL_S = 1;
const PAUSE_GOAL_S = 0.1;

type Service = (typeof SERVICES)[number];

/** Environment by process name, for the stack that is measured. */
export const environment: Readonly<Record<string, Environment>> = Object.fromEntries(
  SERVICES.map((name) => [name, { EVENT_LOOP_LOOK_MS: `${LOOK_MS}` }]),
);

/** RIFF WAVE: two seconds of noise, 44,100 Hz, mono, 16 bits. */
function writeSound(path: string): void {
  const samples = Buffer.alloc(2 * 88_200);
  for (let at = 0, state = 1; at < samples.length; at += 2) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    samples.writeInt16LE((state >> 18) - 4_096, at);
  }
  const header = Buffer.from(
    'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data....',
    'latin1',
  );
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(samples.length, 40);
  writeFileSync(path, Buffer.concat([header, samples]));
}

/** A hostile file that has been written to a folder. */
type WrittenFile = Omit<HostileFile, 'bytes'> & { readonly path: string };

/** Writes all hostile files before the measurement, since the measuring process must not pause either. */
async function writeHostileFiles(folder: string): Promise<WrittenFile[]> {
  await mkdir(folder, { recursive: true });
  return [...hostileFiles()].map(({ bytes, ...file }, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, bytes);
    return { ...file, path };
  });
}

/** Longest pauses of every process since the last call, in seconds; the reading itself makes none above some milliseconds. */
async function readPauses({ ports }: RunningStack): Promise<Pauses> {
  const read = async (service: Service): Promise<[Service, number]> => {
    const value = await metricOf(ports[`ops-${service}`], 'event_loop_lag_max_seconds');
    if (value === undefined) throw new Error(`${service} does not report its pauses`);
    return [service, value];
  };
  return new Map(await Promise.all(SERVICES.map(read)));
}

type Pauses = ReadonlyMap<Service, number>;

/** Longest pause of each service, and what was running at that time. */
class Longest {
  readonly #pauses = new Map<Service, { seconds: number; during: string }>();

  add(pauses: Pauses, during: string): void {
    for (const [service, value] of pauses)
      if (value > this.of(service).seconds) this.#pauses.set(service, { seconds: value, during });
  }

  of(service: Service): { seconds: number; during: string } {
    return this.#pauses.get(service) ?? { seconds: 0, during: '' };
  }
}

/** A gateway caches for 4 s that a caller is not Pro yet. */
const REMEMBERED_MS = 5_000;
/** Conversions of one account, below what a plan allows in a month. */
const PER_ACCOUNT = 400;

/** An ordinary file and its output format. */
interface Job {
  readonly path: string;
  readonly to: string;
}

type Jobs = Readonly<Record<AttackedLane, Job>>;

/** What became of the ordinary work. */
interface Counted {
  jobs: number;
  failed: number;
  /** Longest wait for a worker, in seconds. */
  longestWait: number;
}

/** Ordinary work of Pro accounts, each kind in a loop of its own, until `stop` is called. */
function ordinaryWork(stack: RunningStack, jobs: Jobs): { stop(): Promise<Counted> } {
  let isOver = false;
  const counted: Counted = { jobs: 0, failed: 0, longestWait: 0 };
  const client = new Client(stack.url);
  const loop = async ({ path, to }: Job): Promise<void> => {
    let token: string | undefined;
    for (let done = 0; !isOver; done++) {
      if (done % PER_ACCOUNT === 0) {
        ({ token } = await aProUser(stack, client));
        await sleep(REMEMBERED_MS);
      }
      counted.jobs++;
      const wait = await waitOf(() => convert(stack.url, path, to, { token })).catch(() => undefined);
      if (wait === undefined) counted.failed++;
      else counted.longestWait = Math.max(counted.longestWait, wait);
    }
  };
  const loops = Promise.all(Object.values(jobs).map(loop));
  return {
    async stop() {
      isOver = true;
      await loops;
      return counted;
    },
  };
}

/** Seconds of a conversion outside the worker: transfer in both directions, and waiting. */
async function waitOf(converting: () => Promise<number>): Promise<number> {
  let worked = 0;
  const took = await seconds(async () => {
    worked = await converting();
  });
  return took - worked;
}

function outcomeOf({ status, bytes }: RawReply): string {
  if (status === 200) return 'converted';
  const { error }: Partial<HttpErrorBody> = JSON.parse(bytes.toString());
  return `${status} ${error?.code ?? ''}`.trim();
}

/** One hostile file and its effect. */
interface Attack {
  readonly what: string;
  /** Seconds until the response. */
  readonly answered: number;
  readonly outcome: string;
  /** Seconds that the next ordinary job for the same worker waited. */
  readonly wait: number;
}

/** Sends one hostile file, and then an ordinary one for the same workers. */
async function attack(url: string, file: WrittenFile, job: Job): Promise<Attack> {
  let outcome = '';
  const { name, path, to } = file;
  const bytes = await readFile(path);
  const answered = await seconds(async () => {
    // A gateway may end a connection whose upload it refuses.
    outcome = await upload(url, { name, bytes }, to).then(
      outcomeOf,
      (error: NodeJS.ErrnoException) => `connection ended (${error.code ?? error.message})`,
    );
  });
  const wait = await waitOf(() => convert(url, job.path, job.to)).catch(() => Number.POSITIVE_INFINITY);
  return { what: file.what, answered, outcome, wait };
}

/** Sends files that are made to stall their readers during ordinary work, and measures the event loops. */
export async function benchHostile(stack: RunningStack, input: InputPaths<'icon' | 'letter'>): Promise<void> {
  const { url } = stack;
  const folder = dirname(input.icon);
  const sound = join(folder, 'short.wav');
  writeSound(sound);
  const files = await writeHostileFiles(join(folder, 'hostile'));
  const jobs: Jobs = {
    image: { path: input.icon, to: 'webp' },
    audio: { path: sound, to: 'mp3' },
    document: { path: input.letter, to: 'pdf' },
  };
  const warming = ordinaryWork(stack, jobs);
  await sleep(WARM_UP_MS);
  await warming.stop();

  const alone = new Longest();
  await readPauses(stack);
  const quiet = ordinaryWork(stack, jobs);
  await sleep(ALONE_MS);
  const before = await quiet.stop();
  alone.add(await readPauses(stack), 'ordinary work');
  // Printed now: the rest may take half an hour on a busy machine, and somebody who aborts it still has the baseline.
  printAlone(alone, before);

  const meanwhile = new Longest();
  const attacks: Attack[] = [];
  const busy = ordinaryWork(stack, jobs);
  const took = await seconds(async () => {
    for (const file of files) {
      const done = await attack(url, file, jobs[file.lane]);
      const pauses = await readPauses(stack);
      attacks.push(done);
      meanwhile.add(pauses, file.what);
      printAttack(done, pauses);
    }
  });
  const during = await busy.stop();
  meanwhile.add(await readPauses(stack), 'ordinary work after them');
  print({ alone, meanwhile, attacks, before, during, took });
}

function printAlone(alone: Longest, { jobs, failed, longestWait }: Counted): void {
  const figures = SERVICES.map((service) => [service, ms(alone.of(service).seconds)]);
  report(`longest pauses in ${ALONE_MS / 1_000} s of ordinary work alone`, Object.fromEntries(figures));
  report('  its jobs', { done: jobs, failed, 'longest wait': ms(longestWait) });
}

/** One file: how it was answered, and which services paused for longer than they should. */
function printAttack({ what, answered, outcome, wait }: Attack, pauses: Pauses): void {
  const long = [...pauses].filter(([, pause]) => pause > PAUSE_GOAL_S);
  report(`  ${what}`, {
    answered: `${answered.toFixed(2)} s`,
    with: outcome,
    'the next job waited': ms(wait),
    ...Object.fromEntries(long.map(([service, pause]) => [service, `paused ${ms(pause)}`])),
  });
}

/** All results of a run. */
interface Results {
  readonly alone: Longest;
  readonly meanwhile: Longest;
  readonly attacks: readonly Attack[];
  readonly before: Counted;
  readonly during: Counted;
  /** Seconds that the attacks took. */
  readonly took: number;
}

function print({ alone, meanwhile, attacks, before, during, took }: Results): void {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
  console.log(
    `${attacks.length} hostile files in ${took.toFixed(0)} s beside ${during.jobs} ordinary jobs (${during.failed} failed); alone ${before.jobs} (${before.failed} failed) in ${ALONE_MS / 1_000} s; load ${load}`,
  );
  for (const service of SERVICES) {
    const { seconds: pause, during: cause } = meanwhile.of(service);
    report(
      `longest pause of ${service}`,
      { 'hostile files': ms(pause), 'ordinary work alone': ms(alone.of(service).seconds), during: cause },
      '<= 100 ms',
    );
  }
  const worst = Math.max(...attacks.map(({ answered }) => answered));
  report('longest time to answer a hostile file', { answered: `${worst.toFixed(1)} s` }, '<= 60 s');
  const late = attacks.filter(({ wait }) => wait > START_GOAL_S).length;
  report(
    'the next ordinary job starts within a second',
    {
      after: `${attacks.length - late} of ${attacks.length}`,
      'longest wait': ms(Math.max(...attacks.map(({ wait }) => wait))),
    },
    'all',
  );
  report('longest wait of the other account', {
    'hostile files': ms(during.longestWait),
    alone: ms(before.longestWait),
  });
}
