/**
 * Runs alone inside the jail, without packages. It tries all that an engine must not be able to do, and prints as
 * JSON what succeeded. See `self-test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

/** Input of the probe: things of the host that must be unreachable. */
export interface ProbeTask {
  readonly listenerPort: number;
  readonly hiddenPaths: readonly string[];
  readonly fileLimitBytes: number;
  /** Whether /proc is the jail's own or shows what the worker sees. */
  readonly proc: 'own' | 'shared';
}

const EXPECTED_ENV = ['HOME', 'LANG', 'PATH', 'PWD'];
const READ_ONLY = ['/', '/usr', '/etc', '/dev', '/dev/shm', '/job', '/job/in', '/proc/sys/kernel'];
const WRITABLE = ['/job/out', '/tmp'];
const CONNECT_TIMEOUT_MS = 1_000;
/** Node opens its own ones so that its children do not have them. */
const DESCRIPTORS = Array.from({ length: 253 }, (_, i) => i + 3);
/** Names of the probe, its launcher and its children; any other process belongs to the host. */
const MAX_PROCESSES = 4;

const tried = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined; // refused, as it should be
  }
};
const succeeds = (work: () => unknown): boolean => tried(() => [work()]) !== undefined;
const canWrite = (folder: string): boolean => succeeds(() => writeFileSync(`${folder}/.probe`, 'x'));
const exits0 = (program: string, args: readonly string[]): boolean => spawnSync(program, args).status === 0;

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: CONNECT_TIMEOUT_MS });
    const answer = (reached: boolean): void => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });

const field = (name: string): string =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';

/** Descriptors that a child of the probe finds open, except its three streams and the folder that it lists. */
const openDescriptors = (): string[] =>
  spawnSync('/usr/bin/readlink', [...DESCRIPTORS.map((number) => `/proc/self/fd/${number}`)])
    .stdout.toString()
    .split('\n')
    .filter((target) => target !== '' && target !== '/dev/null');

/** Files in /proc/<pid> that would reveal memory, files or environment; the number of open files may be visible. */
const canLookInto = (pid: string): boolean => {
  const contents = ['environ', 'maps', 'auxv'].map((name) =>
    tried(() => readFileSync(`/proc/${pid}/${name}`)),
  );
  const files = (tried(() => readdirSync(`/proc/${pid}/fd`)) ?? []).map((number) => `fd/${number}`);
  const targets = ['root', 'cwd', 'exe', ...files].map((name) =>
    tried(() => readlinkSync(`/proc/${pid}/${name}`)),
  );
  return contents.some((content) => content?.length) || targets.some((target) => target !== undefined);
};

/** Undefined for a process of another user, which may not be read, and for a process that is gone. */
const namespaceOf = (pid: string): string | undefined => tried(() => readlinkSync(`/proc/${pid}/ns/pid`));

/** What it learns about other processes: its own /proc must show none; a shared one must not reveal their content. */
function othersFindings(proc: ProbeTask['proc']): [boolean, string][] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  if (proc === 'own') return [[pids.length > MAX_PROCESSES, 'it sees processes of others']];
  const own = namespaceOf('self');
  const others = pids.filter((pid) => namespaceOf(pid) !== own);
  return [
    // One number for each PID namespace, from the one of /proc inwards.
    [
      !/^NSpid:\s+\d+\s+\d+/m.test(readFileSync('/proc/self/status', 'utf8')),
      'it can signal processes of others',
    ],
    [others.some(canLookInto), 'it can look into processes of others'],
  ];
}

async function findings(task: ProbeTask): Promise<string[]> {
  const interfaces = readFileSync('/proc/net/dev', 'utf8').matchAll(/^[ \t]*([^\s:]+):/gm);
  const claims: [boolean, string][] = [
    [await canConnect(task.listenerPort), 'it reaches a port of the host'],
    [[...interfaces].some(([, name]) => name !== 'lo'), 'it has a network interface'],
    [exits0('/usr/bin/unshare', ['--user', '/usr/bin/true']), 'it can make a user namespace'],
    [process.getuid?.() !== 65534 || process.getgid?.() !== 65534, 'it is not nobody'],
    [!/^0+$/.test(field('CapEff')), 'it has capabilities'],
    [field('NoNewPrivs') !== '1', 'it may gain privileges'],
    [field('Seccomp') !== '2', 'it has no seccomp filter'],
    [Object.keys(process.env).some((name) => !EXPECTED_ENV.includes(name)), 'it has an environment'],
    ...othersFindings(task.proc),
    ...openDescriptors().map((target): [boolean, string] => [true, `it holds ${target} open`]),
    ...task.hiddenPaths.map((path): [boolean, string] => [
      succeeds(() => accessSync(path, constants.F_OK)),
      `it sees ${path}`,
    ]),
    ...READ_ONLY.map((path): [boolean, string] => [canWrite(path), `it can write to ${path}`]),
    ...WRITABLE.map((path): [boolean, string] => [!canWrite(path), `it cannot write to ${path}`]),
    [
      exits0('/usr/bin/dd', [
        'if=/dev/zero',
        'of=/job/out/large',
        `bs=${task.fileLimitBytes + 1}`,
        'count=1',
      ]),
      'it can write a file above the limit',
    ],
  ];
  return claims.filter(([holds]) => holds).map(([, claim]) => claim);
}

process.stdout.write(JSON.stringify(await findings(JSON.parse(process.argv[2] ?? '') as ProbeTask)));
