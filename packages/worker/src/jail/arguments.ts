import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NICE_VALUE } from './priority.js';
import type { JailRequest, StandbyRequest } from './sandbox.js';

/** Number under which the child inherits the compiled seccomp filter: the first after the standard three. */
const FILTER_FD = 3;

/** Open files of one process: enough for LibreOffice's libraries and fonts. */
const OPEN_FILES = 256;
/** Parts of /etc that fonts, shared libraries and alternatives need; none reveals anything about the host. */
const ETC = ['/etc/fonts', '/etc/alternatives', '/etc/ld.so.cache', '/etc/libreoffice'];
/** The user `nobody`; outside the jail it is the worker's user. */
const NOBODY = '65534';

/**
 * What a jail shows as /proc. `own`: only its own processes. `shared`: the worker's, read-only. A container's runtime covers
 * parts of /proc, and the kernel then mounts no other one in a user namespace, nor lets anybody write its limit of
 * namespaces: `--disable-userns` is left out too, and the seccomp filter alone refuses further ones. A process of another
 * user namespace can be seen in a shared /proc but not looked into, and the PID namespace keeps signals from it.
 *
 * @see mount_too_revealing() in the kernel's fs/namespace.c, ptrace(2) on access mode checks
 */
export type ProcMount = 'own' | 'shared';

const PROC: Readonly<Record<ProcMount, readonly string[]>> = {
  own: ['--disable-userns', '--proc', '/proc'],
  shared: ['--ro-bind', '/proc', '/proc'],
};

/** Paths found once at start-up. */
export interface JailPaths {
  readonly bwrap: string;
  readonly prlimit: string;
  readonly nice: string;
  /** Files to show as empty. */
  readonly masked: readonly string[];
  readonly proc: ProcMount;
}

/**
 * Arguments of bubblewrap for one process: an empty root with /usr, the parts of /etc above, the job's two folders and
 * nothing else; no network, no other process, no privilege, no further namespace, no environment.
 *
 * Limits are set inside by `prlimit`: `nproc` would otherwise count all that the worker's user runs, and bwrap itself
 * would fail. The CPU limit has a second between its soft limit (SIGXCPU, which shows the reason) and its hard one.
 *
 * @see bwrap(1), prlimit(1)
 */
export function jailArguments(request: JailRequest, paths: JailPaths): string[] {
  const { limits, folder } = request;
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    ...['--symlink', 'usr/bin', '/bin'],
    ...ETC.flatMap((path) => ['--ro-bind-try', path, path]),
    ...paths.masked.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...[...PROC[paths.proc], '--dev', '/dev'],
    ...['--size', `${limits.tmpBytes}`, '--tmpfs', '/tmp'],
    ...(request.readOnly ?? []).flatMap(({ source, target }) => ['--ro-bind', source, target ?? source]),
    ...['--ro-bind', folder.in, '/job/in', '--bind', folder.out, '/job/out', '--chdir', '/job/out'],
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8'],
    ...Object.entries(request.env ?? {}).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--uid', NOBODY, '--gid', NOBODY, '--seccomp', `${FILTER_FD}`, '--'],
    paths.prlimit,
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
    `--data=${limits.memoryBytes}`,
    ...(limits.addressSpaceBytes === undefined ? [] : [`--as=${limits.addressSpaceBytes}`]),
    `--fsize=${limits.fileBytes}`,
    `--nproc=${limits.processes}`,
    `--nofile=${OPEN_FILES}`,
    ...['--core=0', '--'],
    ...[paths.nice, '-n', NICE_VALUE],
    request.program,
    ...request.args,
  ];
}

/** Compiled from native/standby.c, and where the jail shows it. */
const NATIVE = fileURLToPath(new URL('../../native/', import.meta.url));
const LIBRARY = `${NATIVE}build/standby.so`;
const SHOWN = '/standby.so';

/**
 * The request that starts a program and lets it wait for its arguments.
 *
 * @throws {Error} if it needs the library that makes it wait, and that is not compiled
 */
export function standbyRequest({ waitsWith, ...request }: StandbyRequest): JailRequest {
  if (waitsWith) return { ...request, args: waitsWith };
  if (!existsSync(LIBRARY)) throw new Error(`${LIBRARY} is missing: run ${NATIVE}build.sh`);
  return {
    ...request,
    args: [],
    readOnly: [...(request.readOnly ?? []), { source: LIBRARY, target: SHOWN }],
    env: { ...request.env, LD_PRELOAD: SHOWN, STANDBY_PROGRAM: request.program },
  };
}
