import { check } from 'k6';
import exec from 'k6/execution';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import { Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { CONVERT, CONVERT_AS_GUEST, formOf, newFingerprint } from './lib/form.ts';
import { accountAt, HEADERS, inputBytes, SECONDS } from './lib/stack.ts';

const GUESTS = 1_000;
/** Pro pictures a second: far below what two cores convert, so that only the surge can cause a wait. */
const PRO_RATE = 2;

/** From the request to the converted picture, ms. */
const proWait = new Trend('pro_wait', true);

export const options: Options = {
  scenarios: {
    pro: {
      executor: 'constant-arrival-rate',
      exec: 'convertAsPro',
      rate: PRO_RATE,
      duration: `${SECONDS}s`,
      preAllocatedVUs: 100,
    },
    surge: {
      executor: 'per-vu-iterations',
      exec: 'convertAsGuest',
      vus: GUESTS,
      iterations: 1,
      startTime: '5s',
      maxDuration: `${SECONDS + 60}s`,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    pro_wait: ['p(95)<5000'],
  },
};

const form = formOf(inputBytes('ICON'), 'icon.png', { outputFormat: 'webp' });

const isHonest = ({ status, headers }: RefinedResponse<ResponseType>): boolean =>
  status === 200 || status === 202 || ((status === 429 || status === 503) && 'Retry-After' in headers);

export function convertAsGuest(): void {
  const headers = { 'content-type': form.contentType, [HEADERS.fingerprint]: newFingerprint() };
  const answer = http.post(CONVERT_AS_GUEST, form.body, {
    headers,
    timeout: '120s',
    tags: { name: 'guest' },
  });
  check(answer, { 'a guest is served, queued, or refused with Retry-After': isHonest });
}

export function convertAsPro(): void {
  const { apiKey } = accountAt(exec.scenario.iterationInTest);
  const headers = { 'content-type': form.contentType, [HEADERS.apiKey]: apiKey };
  const answer = http.post(CONVERT, form.body, { headers, tags: { name: 'pro' } });
  check(answer, { 'a Pro user is served': ({ status }) => status === 200 });
  proWait.add(answer.timings.duration);
}
