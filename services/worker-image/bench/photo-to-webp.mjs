/**
 * A 12-megapixel photo to WebP, the machine saturated: bare sharp in this process beside the engine of the worker, in
 * its jail, with every job by another owner and with all by one. Rounds alternate, so all see the same machine.
 *
 * node services/worker-image/bench/photo-to-webp.mjs   (after the build; not as root)
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConverter } from '@filemill/worker/testing';
import sharp from 'sharp';

const WIDTH_PX = 4_000;
const HEIGHT_PX = 3_000;
const engines = new URL('../dist/engines/', import.meta.url);

/** @returns path of a JPEG of about 3 MB: soft shapes under the grain of a sensor */
export async function writePhoto(folder) {
  const path = join(folder, 'photo.jpg');
  const noise = (sigma, width, height) =>
    sharp({ create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma } } });
  const shapes = await noise(70, 80, 60).resize(WIDTH_PX, HEIGHT_PX, { kernel: 'cubic' }).png().toBuffer();
  const grain = await noise(14, WIDTH_PX, HEIGHT_PX).png().toBuffer();
  await sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toFile(path);
  return path;
}

/** Runs `work` `count` times, `inFlight` at once. @returns milliseconds, all and each */
async function timed(count, inFlight, work) {
  const each = [];
  let next = 0;
  const startedAt = performance.now();
  const lane = async () => {
    while (next < count) {
      const job = next++;
      const from = performance.now();
      await work(job);
      each.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return { totalMs: performance.now() - startedAt, each };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value, digits = 2) => Number(value.toFixed(digits));

/** @returns photos a second and ratios to bare sharp, and the median of one alone */
export async function measurePhotoToWebp({ slots = 2, perRound = 8, rounds = 3 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const input = await writePhoto(folder);
  sharp.concurrency(1);
  sharp.cache(false);
  const converter = await createConverter(engines, { slots });
  const ways = {
    bare: (job) =>
      sharp(input)
        .webp({ quality: 80, effort: 2 })
        .toFile(join(folder, `${job}.webp`)),
    manyOwners: () => converter.convert({ input, from: 'jpg', to: 'webp' }),
    oneOwner: () => converter.convert({ input, from: 'jpg', to: 'webp', ownerKey: 'one' }),
  };
  try {
    const sums = { bare: 0, manyOwners: 0, oneOwner: 0 };
    const alone = { bare: [], manyOwners: [], oneOwner: [] };
    for (let i = 0; i < rounds; i++) {
      for (const [name, work] of Object.entries(ways)) {
        sums[name] += (await timed(perRound, slots, work)).totalMs;
        alone[name].push(...(await timed(2, 1, work)).each);
      }
    }
    const perSecond = (name) => (perRound * rounds * 1_000) / sums[name];
    return {
      bare: { perSecond: round(perSecond('bare')), aloneMs: round(median(alone.bare), 0) },
      ...Object.fromEntries(
        ['manyOwners', 'oneOwner'].map((name) => [
          name,
          {
            perSecond: round(perSecond(name)),
            ofBare: round(perSecond(name) / perSecond('bare')),
            aloneMs: round(median(alone[name]), 0),
          },
        ]),
      ),
    };
  } finally {
    await converter.close();
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await measurePhotoToWebp());
