import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import type { Options } from 'k6/options';
import { CONVERT, formOf } from './lib/form.ts';
import { accountAt, HEADERS, inputBytes, RATE, SECONDS, WARM_UP_SECONDS } from './lib/stack.ts';

const MAX_WAITING = 800;

/** Sends small pictures of many accounts into the queue, at a rate that does not wait for the responses. */
export const options: Options = {
  discardResponseBodies: true,
  scenarios: {
    warmUp: {
      executor: 'constant-arrival-rate',
      rate: Math.ceil(RATE / 2),
      duration: `${WARM_UP_SECONDS}s`,
      preAllocatedVUs: MAX_WAITING,
    },
    accept: {
      executor: 'constant-arrival-rate',
      rate: RATE,
      startTime: `${WARM_UP_SECONDS}s`,
      duration: `${SECONDS}s`,
      preAllocatedVUs: MAX_WAITING,
    },
  },
  thresholds: {
    'checks{scenario:accept}': ['rate==1'],
    'dropped_iterations{scenario:accept}': ['count==0'],
    'http_req_duration{scenario:accept}': ['p(95)<1000'],
  },
};

const form = formOf(inputBytes('ICON'), 'icon.png', { outputFormat: 'webp' });

export default function acceptOne(): void {
  const { apiKey } = accountAt(exec.scenario.iterationInTest);
  const headers = { 'content-type': form.contentType, [HEADERS.apiKey]: apiKey, prefer: 'respond-async' };
  const { status } = http.post(CONVERT, form.body, { headers });
  check(status, { 'is accepted': (code) => code === 202 });
}
