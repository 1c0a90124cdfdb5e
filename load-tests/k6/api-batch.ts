import type { ConversionStatus } from '@filemill/product';
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { CONVERT, formOf } from './lib/form.ts';
import { accountAt, HEADERS, inputBytes, SECONDS, URL } from './lib/stack.ts';

/** The plan's burst limit: 20 conversions at once. */
const BATCH = 20;
const PROGRAMS = 4;
const POLL_SECONDS = 0.5;
const GIVE_UP_SECONDS = 60;

/** From the first upload of a batch to the end of its last conversion, ms. */
const batchTime = new Trend('batch_time', true);

export const options: Options = {
  scenarios: {
    programs: { executor: 'constant-vus', vus: PROGRAMS, duration: `${SECONDS}s`, gracefulStop: '60s' },
  },
  thresholds: {
    checks: ['rate==1'],
    batch_time: ['p(95)<20000'],
    'http_req_duration{name:accept}': ['p(95)<500'],
    'http_req_duration{name:status}': ['p(95)<250'],
  },
};

const form = formOf(inputBytes('ICON'), 'icon.png', { outputFormat: 'webp' });

/** One program sends its batch, then polls until all of it has ended. */
export default function sendBatch(): void {
  const { apiKey } = accountAt(exec.scenario.iterationInTest);
  const startedAt = Date.now();
  const headers = { 'content-type': form.contentType, [HEADERS.apiKey]: apiKey, prefer: 'respond-async' };
  const requests = Array.from({ length: BATCH }, () => ({
    method: 'POST',
    url: CONVERT,
    body: form.body,
    params: { headers, tags: { name: 'accept' } },
  }));
  const ids = http.batch(requests).map((answer) => {
    check(answer, { 'is accepted': ({ status }) => status === 202 });
    return `${answer.json('conversionId')}`;
  });
  check(ids, { 'all of the batch is converted': (all) => all.every((id) => isConverted(id, apiKey)) });
  batchTime.add(Date.now() - startedAt);
}

function isConverted(id: string, apiKey: string): boolean {
  for (const giveUpAt = Date.now() + GIVE_UP_SECONDS * 1_000; Date.now() < giveUpAt; sleep(POLL_SECONDS)) {
    const headers = { [HEADERS.apiKey]: apiKey };
    const answer = http.get(`${URL}/api/conversions/${id}`, { headers, tags: { name: 'status' } });
    const status = answer.json('status') as ConversionStatus;
    if (status === 'completed') return true;
    if (status === 'failed') return false;
  }
  return false;
}
