import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import type { Options } from 'k6/options';
import { formOf } from './lib/form.ts';
import { accountAt, HEADERS, inputBytes, SECONDS, URL } from './lib/stack.ts';

/** 200 MB in this time are 20 MB/s, with two at once on the machine that also sends them. */
const LONGEST_MS = 10_000;

export const options: Options = {
  scenarios: { uploads: { executor: 'constant-vus', vus: 2, duration: `${SECONDS}s`, gracefulStop: '30s' } },
  thresholds: { checks: ['rate==1'], 'http_req_duration{name:upload}': [`p(95)<${LONGEST_MS}`] },
};

const form = formOf(inputBytes('SOUND'), 'noise.wav', { outputFormat: 'flac' });

/** Uploads a file and deletes it: encoding is measured elsewhere. */
export default function uploadAndDelete(): void {
  const { apiKey } = accountAt(exec.vu.idInTest);
  const headers = { 'content-type': form.contentType, [HEADERS.apiKey]: apiKey, prefer: 'respond-async' };
  const params = { headers, timeout: '60s', tags: { name: 'upload' } };
  const answer = http.post(`${URL}/api/convert/audio`, form.body, params);
  if (!check(answer, { 'is accepted': ({ status }) => status === 202 })) return;
  const link = `${URL}/api/conversions/${answer.json('conversionId')}`;
  const deleted = http.del(link, null, { headers: { [HEADERS.apiKey]: apiKey }, tags: { name: 'delete' } });
  check(deleted, { 'is taken back': ({ status }) => status === 204 });
}
