import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Problem, step } from '../ground/report.ts';
import { run } from '../ground/run.ts';
import { PACKAGES } from './debian-packages.ts';

/** What the services and workers run on. */
const RUNTIME = Object.values(PACKAGES).flat();

/** Programs that check results, and the Prometheus (with promtool) that tests rules and dashboards. */
const TESTING = [
  'mediainfo',
  'netpbm',
  'sox',
  'flac',
  'libavif-bin',
  'libheif-examples',
  'zip',
  'unzip',
  'procps',
  'prometheus',
];

/** Keeps Debian from starting its own Postgres and Redis while they are being installed. */
const POLICY = '/usr/sbin/policy-rc.d';

/** Of dpkg-query, which fills the braces. */
const FORMAT = '${Package} ${db:Status-Status}\n';

async function missing(packages: readonly string[]): Promise<string[]> {
  const { output } = await run('dpkg-query', ['-W', '-f', FORMAT, ...packages], { check: false });
  const installed = new Set(
    output
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return packages.filter((name) => !installed.has(name));
}

/**
 * Installs the missing system packages as root; as another user it lists them.
 *
 * @param options - `isTesting`: whether the programs of the tests are needed too
 * @throws {Problem} where packages are missing that this user may not install
 */
export async function ensureDebianPackages({ isTesting }: { readonly isTesting: boolean }): Promise<void> {
  if (!existsSync('/usr/bin/dpkg-query')) {
    throw new Problem('Filemill runs on Debian 12 (or something with its packages): dpkg was not found.');
  }
  const names = await missing(isTesting ? [...RUNTIME, ...TESTING] : RUNTIME);
  if (names.length === 0) return;
  const command = `apt-get install --no-install-recommends ${names.join(' ')}`;
  if (process.getuid?.() !== 0)
    throw new Problem(`These packages are missing. Install them as root:\n  ${command}`);

  await step(`Installing ${names.length} Debian packages`, async () => {
    const hadPolicy = existsSync(POLICY);
    if (!hadPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    try {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      const options = ['-q', '-y', '-o', 'Acquire::Retries=3'];
      if (listsAreOld()) await run('apt-get', [...options, 'update'], { env });
      await run('apt-get', [...options, '--no-install-recommends', 'install', ...names], { env });
    } finally {
      if (!hadPolicy) rmSync(POLICY);
    }
  });
}

/** Whether Debian's lists of packages are missing or older than a day. */
function listsAreOld(): boolean {
  try {
    return (
      Date.now() - statSync('/var/lib/apt/lists').mtimeMs > 24 * 3_600_000 ||
      !existsSync('/var/cache/apt/pkgcache.bin')
    );
  } catch {
    return true; // no lists at all
  }
}
