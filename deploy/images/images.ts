/**
 * `npm run images`: builds every image as `filemill/<name>:dev`, including databases for tests, writes all of them into
 * deploy/out/images.tar and prints their sizes. `npm run images -- usage s3` builds only these two, and no archive.
 */
import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { main, Problem, ROOT, run, say, step, TOOLCHAIN } from '@filemill/local-stack';
import { ensureBase, ensureBuildBase } from './base.ts';
import { CONTENTS, TRYOUT } from './contents.ts';
import { build, docker, requireDocker, sizeOf } from './docker.ts';
import { ensureS3Server } from './programs.ts';

/** Programs with a history of executing code from files (docs/security.md, T05), and a compiler. */
const FORBIDDEN = ['magick', 'convert', 'identify', 'gm', 'gs', 'exiftool', 'dot', 'latex', 'java', 'gcc'];

/**
 * Looks for programs that an image must not contain, for example as a dependency of another one.
 *
 * @throws {Problem} with their paths
 */
async function checkPrograms(tag: string): Promise<void> {
  const look = `for name in ${FORBIDDEN.join(' ')}; do command -v $name || :; done`;
  const { output } = await docker(['run', '--rm', '--network=none', '--entrypoint=/bin/sh', tag, '-c', look]);
  if (output.trim()) throw new Problem(`${tag} must not contain ${output.trim().replaceAll('\n', ', ')}.`);
}

const OUT = `${ROOT}/deploy/out`;
const tagOf = (name: string): string => `filemill/${name}:dev`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`.padStart(8);

/** The newest commit: its time in seconds, and its hash. */
async function revision(): Promise<{ seconds: string; commit: string }> {
  const { stdout } = await run('git', ['-C', ROOT, 'log', '-1', '--format=%ct %H']);
  const [seconds = '', commit = ''] = stdout.trim().split(' ');
  return { seconds, commit };
}

await main(async () => {
  const all = [...Object.keys(CONTENTS), ...TRYOUT];
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !all.includes(name));
  if (unknown) throw new Problem(`There is no image ${unknown}; there are ${all.join(', ')}.`);
  const names = asked.length > 0 ? asked : all;

  await requireDocker();
  const base = await ensureBase();
  const buildBase = await ensureBuildBase(base, `${TOOLCHAIN}/node_modules/@pnpm/exe.linux-x64/pnpm`);
  if (names.includes('s3')) await ensureS3Server(`${OUT}/programs/versitygw`);

  const { version }: { version: string } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  const { seconds, commit } = await revision();
  const labels = {
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
  };
  for (const name of names) {
    const file = `${ROOT}/deploy/${TRYOUT.includes(name) ? 'images/tryout.Dockerfile' : 'Dockerfile'}`;
    const args: Record<string, string> = TRYOUT.includes(name)
      ? { BASE: base }
      : { BASE: base, BUILD_BASE: buildBase, SOURCE_DATE_EPOCH: seconds };
    await step(`Building ${tagOf(name)}`, () =>
      build({ file, target: name, tag: tagOf(name), context: ROOT, args, labels }),
    );
    if (CONTENTS[name]) await checkPrograms(tagOf(name));
  }
  if (asked.length === 0) {
    mkdirSync(OUT, { recursive: true });
    const archive = `${OUT}/images.tar`;
    await step('Writing the archive', async () => {
      await docker(['save', '--output', `${archive}.new`, ...names.map(tagOf)]);
      renameSync(`${archive}.new`, archive);
    });
    say(`${megabytes(statSync(archive).size)}  ${archive}`);
  }
  for (const name of names) say(`${megabytes(await sizeOf(tagOf(name)))}  ${tagOf(name)}`);
});
