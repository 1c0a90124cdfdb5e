import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { DATA, ROOT } from '../ground/paths.ts';
import { Problem, say } from '../ground/report.ts';
import { run } from '../ground/run.ts';

const USER = 'filemill';
/** Mount point, in a private mount namespace, of a checkout that the user cannot reach by its own path. */
const MOUNT_POINT = '/run/filemill-checkout';

/** The system user under which everything runs that touches an uploaded file. */
async function ensureUser(): Promise<{ uid: number; gid: number }> {
  const found = await run('getent', ['passwd', USER], { check: false });
  if (found.code !== 0) {
    const home = ['--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
    await run('useradd', ['--system', '--user-group', ...home, USER]);
    say(`Made the system user ${USER}`);
  }
  const [, , uid, gid] = (await run('getent', ['passwd', USER])).output.trim().split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const asUser = [
  ...['--reuid', USER, '--regid', USER, '--init-groups', '--inh-caps=-all'],
  ...['--pdeathsig', 'TERM', '--'],
];

/** Whether the user can read the checkout at `path`. */
const canRead = (path: string): boolean =>
  spawnSync('setpriv', [...asUser, 'test', '-r', `${path}/package.json`, '-a', '-x', path]).status === 0;

/**
 * Runs `script` as an unprivileged user and resolves with its exit code: as root by dropping to the user `filemill`,
 * else as the present user, after checking that the data belongs to it.
 *
 * @param node - absolute path of the Node to run
 * @param script - path below the checkout
 * @throws {Problem} where the data belongs to another user
 */
export async function runUnprivileged(
  node: string,
  script: string,
  args: readonly string[],
): Promise<number> {
  if (process.getuid?.() !== 0) {
    checkOwner();
    return runInTerminal([node, `${ROOT}/${script}`, ...args]);
  }
  const { uid, gid } = await ensureUser();
  mkdirSync(DATA, { recursive: true });
  if (statSync(DATA).uid !== uid) await run('chown', ['-R', `${uid}:${gid}`, DATA]);
  const command = (root: string): string[] => [
    'setpriv',
    ...asUser,
    node.replace(ROOT, root),
    `${root}/${script}`,
    ...args,
  ];
  if (canRead(ROOT)) return runInTerminal(command(ROOT));
  mkdirSync(MOUNT_POINT, { recursive: true });
  // Only this child sees the mount, which ends with it.
  const mounted = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"';
  const unshare = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', mounted, 'sh'];
  return runInTerminal([...unshare, ROOT, MOUNT_POINT, ...command(MOUNT_POINT)]);
}

/** Runs a command with this terminal and forwards signals; resolves with its exit code. */
export function runInTerminal(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = { ...process.env, HOME: DATA },
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', cwd: ROOT, env });
  // Ctrl-C reaches the whole foreground group by itself; a signal to this process alone is passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}

/** @throws {Problem} where the data belongs to another user */
function checkOwner(): void {
  if (!existsSync(DATA)) return;
  const owner = statSync(DATA).uid;
  if (owner === process.getuid?.()) return;
  throw new Problem(
    `${DATA} belongs to another user (uid ${owner}), not to ${userInfo().username}: start Filemill as that user or as root.`,
  );
}
