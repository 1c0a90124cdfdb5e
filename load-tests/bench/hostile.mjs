import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileFiles } from './hostile-files.mjs';
import { seconds } from './measure.mjs';
import { ms, report } from './report.mjs';
import { aProUser, convert, upload } from './service.mjs';

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
];
/** Ordinary work before the measurement, so that code is compiled and standby processes are loaded. */
const WARM_UP_MS = 15_000;
/** Duration of ordinary work alone. */
const ALONE_MS = 60_000;
const START_GOAL_S = 1;
const PAUSE_GOAL_S = 0.1;

/** Environment by process name, for the stack that is measured. */
export const environment = Object.fromEntries(
  SERVICES.map((name) => [name, { EVENT_LOOP_LOOK_MS: `${LOOK_MS}` }]),
);

/** RIFF WAVE: two seconds of noise, 44,100 Hz, mono, 16 bits. */
function writeSound(path) {
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

/** Written before the measurement, since the measuring process must not pause either. @returns the path of each file */
async function writeHostileFiles(folder) {
  await mkdir(folder, { recursive: true });
  return [...hostileFiles()].map(({ bytes, ...file }, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, bytes);
    return { ...file, path };
  });
}

/** Longest pauses of every process since the last call, in seconds; the reading itself makes none above some milliseconds. */
async function readPauses({ ports }) {
  const read = async (service) => {
    const text = await (await fetch(`http://127.0.0.1:${ports[`ops-${service}`]}/metrics`)).text();
    const value = /^event_loop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
    if (value === undefined) throw new Error(`${service} does not report its pauses`);
    return [service, Number(value)];
  };
  return Object.fromEntries(await Promise.all(SERVICES.map(read)));
}

/** Longest pause of each service, and what was running at that time. */
class Longest {
  pauses = Object.fromEntries(SERVICES.map((service) => [service, { seconds: 0, during: '' }]));

  add(read, during) {
    for (const [service, value] of Object.entries(read))
      if (value > this.pauses[service].seconds) this.pauses[service] = { seconds: value, during };
  }
}

/** A gateway caches for 4 s that a caller is not Pro yet. */
const REMEMBERED_MS = 5_000;
/** Conversions of one account, below what a plan allows in a month. */
const PER_ACCOUNT = 400;

/**
 * Ordinary work of Pro accounts, each kind in a loop of its own, until `stop` is called.
 *
 * @returns `stop()`, which returns the number of jobs, the number of failed ones, and the longest wait for a worker in seconds
 */
function ordinaryWork(stack, jobs) {
  let isOver = false;
  const counted = { jobs: 0, failed: 0, longestWait: 0 };
  const loop = async ({ path, to }) => {
    let token;
    for (let done = 0; !isOver; done++) {
      if (done % PER_ACCOUNT === 0) {
        token = await aProUser(stack);
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
async function waitOf(converting) {
  let worked;
  const took = await seconds(async () => {
    worked = await converting();
  });
  return took - worked;
}

const codeOf = ({ status, bytes, lost }) => {
  if (lost) return `connection ended (${lost})`;
  if (status === 200) return 'converted';
  const { code, error } = JSON.parse(bytes);
  return `${status} ${code ?? error?.code ?? error ?? ''}`.trim();
};

/** Sends one hostile file, and then an ordinary one for the same workers. */
async function attack(url, file, job) {
  let answer;
  const { name, path, to } = file;
  const bytes = await readFile(path);
  const answered = await seconds(async () => {
    // A gateway may end a connection whose upload it refuses.
    answer = await upload(url, { name, bytes }, to).catch(({ code }) => ({ lost: code }));
  });
  const wait = await waitOf(() => convert(url, job.path, job.to)).catch(() => Number.POSITIVE_INFINITY);
  return { what: file.what, answered, outcome: codeOf(answer), wait };
}

/** Sends files that are made to stall their readers during ordinary work, and measures the event loops. */
export async function benchHostile(stack, input) {
  const { url } = stack;
  const folder = dirname(input.icon);
  const sound = join(folder, 'short.wav');
  writeSound(sound);
  const files = await writeHostileFiles(join(folder, 'hostile'));
  const jobs = {
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
  const attacks = [];
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

function printAlone({ pauses }, { jobs, failed, longestWait }) {
  const figures = SERVICES.map((service) => [service, ms(pauses[service].seconds)]);
  report(`longest pauses in ${ALONE_MS / 1_000} s of ordinary work alone`, Object.fromEntries(figures));
  report('  its jobs', { done: jobs, failed, 'longest wait': ms(longestWait) });
}

/** One file: how it was answered, and which services paused for longer than they should. */
function printAttack({ what, answered, outcome, wait }, pauses) {
  const long = Object.entries(pauses).filter(([, pause]) => pause > PAUSE_GOAL_S);
  report(`  ${what}`, {
    answered: `${answered.toFixed(2)} s`,
    with: outcome,
    'the next job waited': ms(wait),
    ...Object.fromEntries(long.map(([service, pause]) => [service, `paused ${ms(pause)}`])),
  });
}

function print({ alone, meanwhile, attacks, before, during, took }) {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');
  console.log(
    `${attacks.length} hostile files in ${took.toFixed(0)} s beside ${during.jobs} ordinary jobs (${during.failed} failed); alone ${before.jobs} (${before.failed} failed) in ${ALONE_MS / 1_000} s; load ${load}`,
  );
  for (const service of SERVICES) {
    const { seconds: pause, during: cause } = meanwhile.pauses[service];
    report(
      `longest pause of ${service}`,
      { 'hostile files': ms(pause), 'ordinary work alone': ms(alone.pauses[service].seconds), during: cause },
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
