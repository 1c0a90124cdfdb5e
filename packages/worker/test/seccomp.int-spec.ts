import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTAINER_PROFILE } from '../seccomp/container.ts';
import { createJail } from '../src/jail/jail.js';

const seccomp = (name: string): string => fileURLToPath(new URL(`../seccomp/${name}`, import.meta.url));
const ENOSYS = 38;
const EPERM = 1;
const EAFNOSUPPORT = 97;
/** Numbers on x86-64 (asm/unistd_64.h), first argument, and the error that the filter returns. */
const REFUSED: [name: string, number: number, argument: number, errno: number][] = [
  ['mount', 165, 0, ENOSYS],
  ['umount2', 166, 0, ENOSYS],
  ['pivot_root', 155, 0, ENOSYS],
  ['chroot', 161, 0, ENOSYS],
  ['ptrace', 101, 0, ENOSYS],
  ['process_vm_readv', 310, 0, ENOSYS],
  ['bpf', 321, 0, ENOSYS],
  ['perf_event_open', 298, 0, ENOSYS],
  ['keyctl', 250, 0, ENOSYS],
  ['add_key', 248, 0, ENOSYS],
  ['userfaultfd', 323, 0, ENOSYS],
  ['io_uring_setup', 425, 1, ENOSYS],
  ['kexec_load', 246, 0, ENOSYS],
  ['init_module', 175, 0, ENOSYS],
  ['open_by_handle_at', 304, 0, ENOSYS],
  ['name_to_handle_at', 303, 0, ENOSYS],
  ['personality', 135, 0xffff, ENOSYS],
  ['memfd_create', 319, 0, ENOSYS],
  ['shmget', 29, 0, ENOSYS],
  ['mknod', 133, 0, ENOSYS],
  ['setns', 308, 0, ENOSYS],
  ['unshare', 272, 0x10000000, ENOSYS],
  ['clone3', 435, 0, ENOSYS],
  ['clone(CLONE_NEWUSER)', 56, 0x10000000, EPERM],
  ['clone(CLONE_NEWNET)', 56, 0x40000000, EPERM],
  ['socket(AF_INET)', 41, 2, EAFNOSUPPORT],
  ['socket(AF_INET6)', 41, 10, EAFNOSUPPORT],
  ['socket(AF_NETLINK)', 41, 16, EAFNOSUPPORT],
  ['socket(AF_PACKET)', 41, 17, EAFNOSUPPORT],
  ['socket(AF_VSOCK)', 41, 40, EAFNOSUPPORT],
];

let root: string;
let answers: Map<string, number>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'seccomp-'));
  const folder = { in: join(root, 'in'), out: join(root, 'out') };
  await Promise.all([mkdir(folder.in), mkdir(folder.out)]);
  const calls = REFUSED.map(
    ([, number, argument]) => `$! = 0; syscall(${number}, ${argument}, 1, 0, 0, 0); print $!+0, "\\n";`,
  );
  const { stdout } = await createJail().run({
    program: '/usr/bin/perl',
    args: ['-e', calls.join('\n')],
    folder,
    limits: {
      wallMs: 10_000,
      cpuSeconds: 10,
      memoryBytes: 2 ** 28,
      tmpBytes: 2 ** 24,
      fileBytes: 2 ** 24,
      processes: 32,
    },
    signal: new AbortController().signal,
  });
  answers = new Map(
    stdout
      .trim()
      .split('\n')
      .map((errno, index) => [REFUSED[index]?.[0] ?? '', Number(errno)]),
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the seccomp filter', () => {
  it.each(REFUSED)('refuses %s', (name, _number, _argument, errno) => {
    expect(answers.get(name)).toBe(errno);
  });
  it('is what its source generates', async () => {
    const fresh = join(root, 'fresh.bpf');
    execFileSync(process.execPath, [seccomp('generate.ts'), fresh]);
    expect((await readFile(fresh)).equals(await readFile(seccomp('filter.bpf')))).toBe(true);
  });
});

describe('the seccomp profile of containers', () => {
  it('is what its source generates', async () => {
    const committed = await readFile(seccomp('../../../k8s/seccomp/jail.json'), 'utf8');
    expect(JSON.parse(committed)).toEqual(CONTAINER_PROFILE);
  });
});
