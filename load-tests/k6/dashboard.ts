import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import type { Options } from 'k6/options';
import { accountAt, RATE, SECONDS, URL } from './lib/stack.ts';

/** Dashboards request their page every 2 s; most of the time it has not changed. One call in ten reads the history. */
const HISTORY_EVERY = 10;

export const options: Options = {
  discardResponseBodies: true,
  scenarios: {
    tabs: { executor: 'constant-arrival-rate', rate: RATE, duration: `${SECONDS}s`, preAllocatedVUs: 300 },
  },
  thresholds: {
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    'http_req_duration{name:user}': ['p(95)<50'],
    'http_req_duration{name:history}': ['p(95)<100'],
  },
};

const etags = new Map<string, string>();

export default function poll(): void {
  const turn = exec.scenario.iterationInTest;
  const { token } = accountAt(turn);
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (turn % HISTORY_EVERY === 0) {
    const history = http.get(`${URL}/api/conversion-history?page=1`, { headers, tags: { name: 'history' } });
    check(history, { 'the history is there': ({ status }) => status === 200 });
    return;
  }
  const etag = etags.get(token);
  if (etag) headers['if-none-match'] = etag;
  const page = http.get(`${URL}/api/user`, { headers, tags: { name: 'user' } });
  if (page.headers.Etag) etags.set(token, page.headers.Etag);
  check(page, { 'the page is there, or unchanged': ({ status }) => status === 200 || status === 304 });
}
