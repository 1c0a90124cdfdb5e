import type { Options, Scenario } from 'k6/options';
import sendBatch from './api-batch.ts';
import look from './browse.ts';
import poll from './dashboard.ts';
import convertOne from './guest-image.ts';
import { SECONDS } from './lib/stack.ts';

export { convertOne, look, poll, sendBatch };

const at = (exec: string, rate: number, timeUnit = '1s'): Scenario => ({
  executor: 'constant-arrival-rate',
  ...{ exec, rate, timeUnit, duration: `${SECONDS}s`, preAllocatedVUs: 60 },
});

/** About half the capacity of two cores: 4 guests a second, a batch of 20 every 10 s, and visitors who only read. */
export const options: Options = {
  scenarios: {
    guests: at('convertOne', 3),
    programs: at('sendBatch', 6, '60s'),
    visitors: at('look', 20),
    dashboards: at('poll', 50),
  },
  thresholds: {
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    'http_req_duration{name:convert}': ['p(95)<10000'],
    'http_req_duration{name:user}': ['p(95)<250'],
  },
};
