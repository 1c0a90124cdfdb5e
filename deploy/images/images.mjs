/**
 * `npm run images`: every image as `filemill/<name>:dev`, those of the try-out's databases too, one archive of all in
 * deploy/out/images.tar, and their sizes. `npm run images -- usage s3` builds these alone, and no archive.
 */
import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { ROOT, TOOLCHAIN } from '../local/paths.mjs';
import { main, Problem, say, step } from '../local/report.mjs';
import { run } from '../local/run.mjs';
import { ensureToolchain } from '../local/toolchain.mjs';
import { ensureBase, ensureBuildBase } from './base.mjs';
import { CONTENTS, TRYOUT } from './contents.mjs';
import { build, docker, requireDocker, sizeOf } from './docker.mjs';
import { checkPrograms } from './forbidden.mjs';
import { ensureS3Server } from './programs.mjs';

const OUT = `${ROOT}/deploy/out`;
const tagOf = (name) => `filemill/${name}:dev`;
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`.padStart(8);

/** What the sources were made from: the commit's time and name. */
async function revision() {
  const { output } = await run('git', ['-C', ROOT, 'log', '-1', '--format=%ct %H']);
  const [seconds, commit] = output.trim().split(' ');
  return { seconds, commit };
}

await main(async () => {
  const all = [...Object.keys(CONTENTS), ...TRYOUT];
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !all.includes(name));
  if (unknown) throw new Problem(`There is no image ${unknown}; there are ${all.join(', ')}.`);
  const names = asked.length > 0 ? asked : all;

  await requireDocker();
  await ensureToolchain();
  const base = await ensureBase();
  const buildBase = await ensureBuildBase(base, `${TOOLCHAIN}/node_modules/@pnpm/exe.linux-x64/pnpm`);
  if (names.includes('s3')) await ensureS3Server(`${OUT}/programs/versitygw`);

  const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  const { seconds, commit } = await revision();
  const labels = {
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
  };
  for (const name of names) {
    const file = `${ROOT}/deploy/${TRYOUT.includes(name) ? 'images/tryout.Dockerfile' : 'Dockerfile'}`;
    const args = TRYOUT.includes(name)
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
