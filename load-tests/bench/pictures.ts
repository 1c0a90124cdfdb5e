import { setTimeout as sleep } from 'node:timers/promises';
import { HEADERS } from '@filemill/product';
import { measureJail } from '@filemill/worker/testing';
import { Client } from '../shared/client.ts';
import { latency, median, percentile, seconds, throughput, type Work } from '../shared/measure.ts';
import { aProUser } from '../shared/people.ts';
import { bare } from './bare.ts';
import { compareAlone, compareSaturated, ms, report } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

/**
 * Asks for health and for a conversion's progress every 20 ms while `work` keeps every slot busy.
 *
 * @returns response times in seconds, by address
 */
async function responseTimes(stack: RunningStack, work: Work): Promise<Record<string, number[]>> {
  const id = '0193a5b0-0000-7000-8000-000000000000';
  const addresses = {
    'health of worker-image': `http://127.0.0.1:${stack.ports['ops-worker-image']}/healthz`,
    'health of the gateway': `http://127.0.0.1:${stack.ports['ops-gateway']}/healthz`,
    'status of a conversion': `${stack.url}/api/conversions/${id}`,
  };
  const headers = { [HEADERS.fingerprint]: 'a'.repeat(64) };
  let busy = true;
  const ask = async ([name, url]: [string, string]): Promise<[string, number[]]> => {
    const times: number[] = [];
    while (busy) {
      times.push(await seconds(async () => (await fetch(url, { headers })).arrayBuffer()));
      await sleep(20);
    }
    return [name, times];
  };
  const asking = Promise.all(Object.entries(addresses).map(ask));
  await work();
  busy = false;
  return Object.fromEntries(await asking);
}

/** Measures a start in the jail, and compares pictures with sharp. */
export async function benchPictures(stack: RunningStack, input: InputPaths): Promise<void> {
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

  const photo = {
    engine: 'sharp',
    bare: () => bare.photo(input.photo),
    service: () => convert(url, input.photo, 'webp'),
  };
  const saturation = { count: 32, bareInFlight: 2, serviceInFlight: 4 };
  await compareAlone('12-megapixel photo to WebP', photo, 5);
  await compareSaturated('saturated, every job by another guest', photo, saturation, '>= 0.8 x');
  const { token } = await aProUser(stack, new Client(url));
  const batch = { ...photo, service: () => convert(url, input.photo, 'webp', { token }) };
  await compareSaturated("saturated, one Pro account's batch", batch, saturation, '>= 0.92 x');
  // Measured separately, since these requests would lower the figures above.
  const byAddress = await responseTimes(stack, () =>
    throughput(saturation.count, saturation.serviceInFlight, photo.service),
  );
  const figures = (times: readonly number[]) => ({
    p50: ms(median(times)),
    p99: ms(percentile(times, 0.99)),
    n: times.length,
  });
  const all = figures(Object.values(byAddress).flat());
  report('health and status responses under this load', all, 'p99 <= 50 ms');
  for (const [name, times] of Object.entries(byAddress)) report(`  ${name}`, figures(times));
}
