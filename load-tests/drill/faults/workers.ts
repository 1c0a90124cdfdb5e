import { setTimeout as sleep } from 'node:timers/promises';
import { WORKERS, type WorkerName } from '@filemill/local-stack';
import { Debugger } from '../../shared/debugger.ts';
import { aGuest } from '../../shared/people.ts';
import { processOf } from '../../shared/processes.ts';
import { aWav } from '../load/files.ts';
import { descendantsOf, isAlive } from '../rig/process-tree.ts';
import { PARTS, type PartName } from '../rig/rig-parts.ts';
import type { Fault, FaultContext } from './fault.ts';
import { engineAtWork, triedAgain } from './steps.ts';

/** Time limit within which the children of a killed worker must end. */
const CHILDREN_GONE_MS = 2_000;

/** Jobs of a second or two, so that the fault hits a running one. */
async function sendWork({ load, files }: FaultContext): Promise<void> {
  await Promise.all([
    load.send(files.audio[0], 'audio', aGuest()),
    load.send(files.document[0], 'document', aGuest()),
    load.send(files.image[1], 'image', aGuest()),
  ]);
}

async function killAndLook({ rig, expect }: FaultContext, names: readonly PartName[]): Promise<void> {
  const families = names.flatMap((name) => rig.kill(name));
  await sleep(CHILDREN_GONE_MS);
  const alive = families.filter(isAlive);
  expect(
    'the children of a killed process have ended within 2 s',
    alive.length === 0,
    `${alive.length} live`,
  );
}

/** Checks that the supervisor ends and replaces a process that hangs. */
async function untilReplaced({ rig, expect }: FaultContext, name: WorkerName, pid: number): Promise<void> {
  const family = [processOf(pid) ?? [], descendantsOf(pid)].flat();
  const isReplaced = (): boolean => rig.child(name).alive && rig.child(name).pid !== pid;
  for (let tries = 0; tries < 600 && !isReplaced(); tries++) await sleep(100);
  expect('the process that hung is replaced', isReplaced());
  await sleep(CHILDREN_GONE_MS);
  const alive = family.filter(isAlive);
  expect('it and its children have ended', alive.length === 0, `${alive.length} live`);
}

async function freeze({ rig }: FaultContext, name: WorkerName, ms: number): Promise<void> {
  const pid = rig.pidOf(name);
  process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  process.kill(pid, 'SIGCONT');
}

/** F01 to F05, F35, F37, F38: workers and engines that die, end, freeze or hang. */
export const workers: readonly Fault[] = [
  {
    id: 'F01',
    title: 'a worker is killed',
    async run(context) {
      await sendWork(context);
      await sleep(1_000 * context.random.next());
      await killAndLook(context, [context.random.pick(WORKERS)]);
    },
  },
  {
    id: 'F02',
    title: 'an engine is killed in its jail',
    isQuick: true,
    async run(context) {
      const { rig, load, client, expect } = context;
      const bytes = aWav(97); // as long as no other
      const { sent } = await load.send({ name: 'hit.wav', to: 'mp3', bytes }, 'audio', aGuest());
      const job = { program: 'ffmpeg', input: 'in.wav', sizeBytes: bytes.length };
      const child = await engineAtWork(rig, 'worker-media', job);
      if (!child || !sent) return expect('an engine process was found', false);
      process.kill(child.pid, 'SIGKILL');
      const ended = await client.ended(sent.caller, sent.id, 30_000);
      expect('it completes', ended?.status === 'completed', ended?.status);
      const tries = await rig.triesOf(sent.id);
      expect('with the second try', tries === '2', tries);
    },
  },
  {
    id: 'F03',
    title: 'a worker is told to end (SIGTERM)',
    isQuick: true,
    async run(context) {
      const { rig, random, expect } = context;
      await sendWork(context);
      await sleep(500 * random.next());
      const name = random.pick(WORKERS);
      const child = rig.child(name);
      await child.stop(30_000);
      expect(`${name} ends with 0`, child.lastExit?.code === 0, JSON.stringify(child.lastExit));
      child.start();
    },
    async after({ rig, load, expect }) {
      const count = await triedAgain(rig, load);
      expect('a returned attempt is not counted', count === 0, `${count} were`);
    },
  },
  {
    id: 'F04',
    title: 'a worker is frozen for 90 s',
    isWatched: false,
    async run(context) {
      await sendWork(context);
      await sleep(300);
      await freeze(context, context.random.pick(WORKERS), 1_000 * context.seconds(90));
    },
  },
  {
    id: 'F05',
    title: 'a worker’s event loop is blocked for 60 s',
    isWatched: false,
    async run(context) {
      const { rig, random, seconds } = context;
      await sendWork(context);
      const ms = 1_000 * seconds(60);
      const wait = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`;
      const name = random.pick(WORKERS);
      const debug = await Debugger.connect(rig.pidOf(name), rig.inspectPorts[name]);
      debug.start(wait);
      await sleep(ms);
      debug.close();
    },
  },
  {
    id: 'F37',
    title: 'a worker is frozen for good: its supervisor replaces it',
    async run(context) {
      await sendWork(context);
      await sleep(300);
      const name = context.random.pick(WORKERS);
      const pid = context.rig.pidOf(name);
      process.kill(pid, 'SIGSTOP');
      await untilReplaced(context, name, pid);
    },
  },
  {
    id: 'F38',
    title: 'a worker’s event loop is blocked for good: its supervisor replaces it',
    async run(context) {
      const { rig, random } = context;
      await sendWork(context);
      const name = random.pick(WORKERS);
      const pid = rig.pidOf(name);
      const debug = await Debugger.connect(pid, rig.inspectPorts[name]);
      debug.start('for (;;);');
      await untilReplaced(context, name, pid);
      debug.close();
    },
  },
  {
    id: 'F35',
    title: 'a node is lost: all processes but the databases are killed',
    cutsAnswers: true,
    leavesOrphans: true,
    async run(context) {
      await sendWork(context);
      await sleep(500);
      await killAndLook(context, PARTS);
      await context.rig.untilAnswers();
    },
  },
];
