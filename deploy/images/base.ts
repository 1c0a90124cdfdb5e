import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, NODE_VERSION, Problem, run, step } from '@filemill/local-stack';
import { build, docker, exists } from './docker.ts';

const SUITE = 'bookworm';
const BASE = `filemill/base:${SUITE}-node${NODE_VERSION}`;
const BUILD_BASE = 'filemill/build-base:dev';
/** An imported file tree has no environment. */
const PATH = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The base of the other images, for machines without access to a registry: Debian by debootstrap, and the pinned Node. It is
 * made once.
 *
 * @returns its tag, or the image that BASE names
 * @throws {Problem} without debootstrap or its rights
 */
export async function ensureBase(): Promise<string> {
  if (process.env.BASE) return process.env.BASE;
  if (await exists(BASE)) return BASE;
  if (!existsSync('/usr/sbin/debootstrap'))
    throw new Problem(
      'The base image is made with debootstrap: install it, or set BASE to an image with Debian 12 and Node 24.',
    );
  if (process.getuid?.() !== 0)
    throw new Problem(
      'debootstrap needs root: start as root, or set BASE to an image with Debian 12 and Node 24.',
    );
  const folder = mkdtempSync(join(tmpdir(), 'filemill-base-'));
  try {
    await step('Making the base image', async () => {
      const root = join(folder, 'root');
      const mirror = process.env.DEBIAN_MIRROR ? [process.env.DEBIAN_MIRROR] : [];
      await run('/usr/sbin/debootstrap', ['--variant=minbase', SUITE, root, ...mirror]);
      addUpdates(join(root, 'etc/apt/sources.list'));
      copyFileSync(NODE, join(root, 'usr/local/bin/node'));
      for (const path of [
        'var/cache/apt/archives',
        'var/lib/apt/lists',
        'var/log',
        'var/cache/ldconfig/aux-cache',
        'etc/machine-id',
      ])
        rmSync(join(root, path), { recursive: true, force: true });
      for (const path of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial', 'var/log'])
        mkdirSync(join(root, path), { recursive: true });
      const archive = join(folder, 'base.tar');
      const same = [
        '--sort=name',
        '--mtime=@0',
        '--numeric-owner',
        '--exclude=./dev/*',
        '--exclude=./proc/*',
        '--exclude=./sys/*',
      ];
      await run('tar', ['-C', root, ...same, '-cf', archive, '.']);
      await docker(['import', '--change', PATH, archive, BASE]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return BASE;
}

/** debootstrap configures only the main archive; this adds the archives of updates and security fixes. */
function addUpdates(file: string): void {
  const [, mirror = ''] = /^deb (\S+) /m.exec(readFileSync(file, 'utf8')) ?? [];
  appendFileSync(
    file,
    `deb ${mirror} ${SUITE}-updates main\ndeb ${mirror.replace(/\/?$/, '-security')} ${SUITE}-security main\n`,
  );
}

/**
 * The base for stages that compile: with pnpm, and with the certificates that this machine needs to reach a package
 * registry. Neither gets into an image that runs.
 *
 * @param base - tag of the base image
 * @param pnpm - path of the program
 * @returns its tag, or the image that BUILD_BASE names
 */
export async function ensureBuildBase(base: string, pnpm: string): Promise<string> {
  if (process.env.BUILD_BASE) return process.env.BUILD_BASE;
  const folder = mkdtempSync(join(tmpdir(), 'filemill-build-base-'));
  try {
    copyFileSync(pnpm, join(folder, 'pnpm'));
    const trusted = process.env.NODE_EXTRA_CA_CERTS;
    if (trusted) copyFileSync(trusted, join(folder, 'trusted.pem'));
    const lines = [`FROM ${base}`, 'COPY pnpm /usr/local/bin/'];
    if (trusted)
      lines.push(
        'COPY trusted.pem /usr/local/share/',
        ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'npm_config_cafile'].map(
          (name) => `ENV ${name}=/usr/local/share/trusted.pem`,
        ),
      );
    writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`);
    await build({ file: join(folder, 'Dockerfile'), tag: BUILD_BASE, context: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return BUILD_BASE;
}
