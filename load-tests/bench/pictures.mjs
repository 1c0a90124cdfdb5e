import { setTimeout as sleep } from 'node:timers/promises';
import { measureJail } from '@filemill/worker/testing';
import { bare } from './bare.mjs';
import { latency, median, percentile, saturated, seconds, throughput } from './measure.mjs';
import { ms, rate, report, times } from './report.mjs';
import { aProUser, convert } from './service.mjs';

/** Asks for health and for a conversion's progress every 20 ms while `work` keeps every slot busy. */
async function answersWhile(stack, work) {
  const id = '0193a5b0-0000-7000-8000-000000000000';
  const urls = [
    `http://127.0.0.1:${stack.ports['ops-worker-image']}/healthz`,
    `http://127.0.0.1:${stack.ports['ops-gateway']}/healthz`,
    `${stack.url}/api/conversions/${id}`,
  ];
  const headers = { 'x-guest-fingerprint': 'a'.repeat(64) };
  const answers = [];
  let busy = true;
  const ask = async (url) => {
    while (busy) {
      answers.push(await seconds(async () => (await fetch(url, { headers })).arrayBuffer()));
      await sleep(20);
    }
  };
  const asking = Promise.all(urls.map(ask));
  await work();
  busy = false;
  await asking;
  return answers;
}

/** Measures a start in the jail, and compares pictures with sharp. */
export async function benchPictures(stack, input) {
  const { url } = stack;
  const jail = await measureJail(100);
  report('a process start in the jail, added, p50', { jail: `${jail.addedMs.toFixed(1)} ms` }, '<= 12 ms');

  const small = {
    bare: await latency(40, () => bare.icon(input.icon)),
    service: await latency(40, () => convert(url, input.icon, 'webp')),
  };
  const added = small.service - small.bare;
  report(
    'small PNG to WebP, alone, p50',
    { bare: ms(small.bare), service: ms(small.service), added: ms(added) },
    'added <= 40 ms',
  );

  const toWebp = () => convert(url, input.photo, 'webp');
  const photo = { bare: await latency(5, () => bare.photo(input.photo)), service: await latency(5, toWebp) };
  report('12-megapixel photo to WebP, alone, p50', { bare: ms(photo.bare), service: ms(photo.service) });
  const inFlight = { bareInFlight: 2, serviceInFlight: 4 };
  const photos = await saturated(32, () => bare.photo(input.photo), toWebp, inFlight);
  report(
    '  saturated, every job by another guest',
    { bare: rate(photos.bare), service: rate(photos.service), ratio: times(photos.ratio) },
    '>= 0.8 x',
  );
  const token = await aProUser(stack);
  const batch = await saturated(
    32,
    () => bare.photo(input.photo),
    () => convert(url, input.photo, 'webp', { token }),
    inFlight,
  );
  report(
    "  saturated, one Pro account's batch",
    { bare: rate(batch.bare), service: rate(batch.service), ratio: times(batch.ratio) },
    '>= 0.92 x',
  );
  // Measured separately, since these requests would lower the figures above.
  const answers = await answersWhile(stack, () => throughput(32, inFlight.serviceInFlight, toWebp));
  report(
    'health and status responses under this load',
    { p50: ms(median(answers)), p99: ms(percentile(answers, 0.99)), n: answers.length },
    'p99 <= 50 ms',
  );
}
