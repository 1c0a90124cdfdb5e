import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WorkerName } from '@filemill/local-stack';
import type { CallRecord } from '../../shared/client.ts';
import { aGuest } from '../../shared/people.ts';
import { aWav } from '../load/files.ts';
import type { Sent } from '../load/load.ts';
import type { Rig } from '../rig/rig.ts';
import type { PartName } from '../rig/rig-parts.ts';
import type { Fault } from './fault.ts';

const exec = promisify(execFile);
/** Disk size that is enough for small jobs and not for large ones. */
const DISK_MB = 48;

/**
 * Restarts a worker with a separate disk for its jobs: a tmpfs in an unprivileged mount namespace.
 *
 * @returns a function that restarts it on the common disk
 */
async function onSmallDisk(rig: Rig, name: WorkerName): Promise<() => Promise<void>> {
  const child = rig.child(name);
  const usual = child.options;
  await child.stop();
  const work = `${rig.data}/work/${name}`;
  // Who mounts must be root of a namespace of its own, and who works must not.
  const mount = `mount -t tmpfs -o size=${DISK_MB}m none "$0"`;
  const again = `unshare --user --map-user=${process.getuid?.()} --map-group=${process.getgid?.()}`;
  const script = `${mount} && exec ${again} "$@"`;
  const unshare = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, work];
  child.options = { ...usual, program: '/usr/bin/unshare', args: [...unshare, usual.program, ...usual.args] };
  child.start();
  await untilReady(rig, name, true);
  return async () => {
    await child.stop();
    child.options = usual;
    child.start();
  };
}

/** Prevents a process from opening file descriptors during `work`. */
async function withoutDescriptors(rig: Rig, name: PartName, work: () => Promise<unknown>): Promise<void> {
  const pid = rig.pidOf(name);
  const limit = (files: number) => exec('/usr/bin/prlimit', ['--pid', String(pid), `--nofile=${files}:`]);
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let free = 0;
  while (open.has(free)) free++;
  await limit(free); // the limit is the highest number + 1 and not a count, so this is the lowest free number
  await work();
  await limit(4_096);
}

/** @returns whether it is as wanted within 20 s */
async function untilReady(rig: Rig, name: PartName, wanted: boolean): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++, await sleep(200))
    if ((await rig.isReady(name)) === wanted) return true;
  return false;
}

const isLarge = ({ file }: Sent): boolean => file.name === 'large.wav';

/** F21, F22, F24: too few resources for a job. */
export const resources: readonly Fault[] = [
  {
    id: 'F21',
    title: 'the disk for jobs is full',
    async run({ rig, load, files, seconds, expect }) {
      const back = await onSmallDisk(rig, 'worker-media');
      // 46 MB, which leave no room for what becomes of them.
      const large = { name: 'large.wav', to: 'flac', bytes: aWav(520) };
      const { sent } = await load.send(large, 'audio', aGuest());
      const ended = await load.sendAndEnd(files.audio[1], 'audio', aGuest(), 30_000);
      expect('a small job at the same time completes', ended?.status === 'completed', ended?.status);
      await sleep(1_000 * seconds(10));
      expect('the large file is accepted', sent !== undefined);
      await back();
    },
    mayFail: isLarge,
  },
  {
    id: 'F22',
    title: 'the disk for jobs is more than 90 % full',
    async run({ rig, seconds, expect }) {
      const name = 'worker-media';
      const back = await onSmallDisk(rig, name);
      // As that process sees it.
      const file = `/proc/${rig.pidOf(name)}/root${rig.data}/work/${name}/filler`;
      await writeFile(file, Buffer.alloc((DISK_MB - 4) * 1024 ** 2));
      expect('not ready while it is full', await untilReady(rig, name, false));
      await sleep(1_000 * seconds(60));
      await rm(file);
      expect('ready once there is room', await untilReady(rig, name, true));
      await back();
    },
  },
  {
    id: 'F24',
    title: 'the gateway, then a worker, has no file descriptor left',
    isQuick: true,
    isWatched: false,
    cutsAnswers: true,
    async run({ rig, load, client, files, seconds, expect }) {
      await withoutDescriptors(rig, 'gateway', async () => {
        const beganAt = Date.now();
        const ask = () => client.submit(aGuest(), files.image[0], { timeoutMs: 1_000 });
        // One alone may find a descriptor that another connection has just given back.
        await Promise.all([sleep(1_000 * seconds(30)), ...Array.from({ length: 6 }, ask)]);
        const refused = ({ at, status }: CallRecord): boolean =>
          at >= beganAt && (status === 0 || status === 503);
        expect('a caller is refused during the fault', client.journal.some(refused));
      });
      await rig.untilAnswers();
      await withoutDescriptors(rig, 'worker-image', async () => {
        await load.send(files.image[1], 'image', aGuest());
        await sleep(1_000 * seconds(30));
      });
    },
  },
];
