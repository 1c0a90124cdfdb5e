import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import type { Options } from 'k6/options';
import { RATE, SECONDS, URL } from './lib/stack.ts';

/** Requests of a visitor's browser and of an API client, one after another. */
const PATHS = [
  '/',
  '/api/formats',
  '/api/plans',
  '/api/statistics',
  '/pricing',
  '/api/system-status',
  '/api/formats/png',
  '/api/openapi.json',
];

export const options: Options = {
  discardResponseBodies: true,
  scenarios: {
    browse: { executor: 'constant-arrival-rate', rate: RATE, duration: `${SECONDS}s`, preAllocatedVUs: 50 },
  },
  thresholds: {
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    http_req_duration: ['p(95)<100', 'p(99)<250'],
  },
};

export default function look(): void {
  const path = PATHS[exec.scenario.iterationInTest % PATHS.length];
  const { status } = http.get(`${URL}${path}`, { tags: { name: `${path}` } });
  check(status, { 'is there': (code) => code === 200 });
}
