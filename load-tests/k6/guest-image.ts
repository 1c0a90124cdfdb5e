import { check } from 'k6';
import http from 'k6/http';
import type { Options } from 'k6/options';
import { CONVERT_AS_GUEST, formOf, newFingerprint } from './lib/form.ts';
import { HEADERS, inputBytes, SECONDS, URL } from './lib/stack.ts';

/** Number of guests that two cores serve without a queue. */
const GUESTS_AT_ONCE = 4;

export const options: Options = {
  scenarios: { guests: { executor: 'constant-vus', vus: GUESTS_AT_ONCE, duration: `${SECONDS}s` } },
  thresholds: {
    checks: ['rate==1'],
    // `image_latency` of docs/slo.md: 95 % of image jobs within 10 s, here with upload and answer.
    'http_req_duration{name:convert}': ['p(95)<10000'],
    'http_req_duration{name:download}': ['p(95)<1000'],
  },
};

const form = formOf(inputBytes('ICON'), 'icon.png', { outputFormat: 'webp' });
const WEBP = [0x52, 0x49, 0x46, 0x46]; // RIFF

export default function convertOne(): void {
  const headers = { 'content-type': form.contentType, [HEADERS.fingerprint]: newFingerprint() };
  const answer = http.post(CONVERT_AS_GUEST, form.body, { headers, tags: { name: 'convert' } });
  if (!check(answer, { 'is converted': ({ status }) => status === 200 })) return;
  const link = `${URL}${answer.json('data.downloadUrl')}`;
  const file = http.get(link, { responseType: 'binary', tags: { name: 'download' } });
  const head = Array.from(new Uint8Array(file.body as ArrayBuffer).subarray(0, WEBP.length));
  check(head, { 'is a WebP': (bytes) => bytes.join() === WEBP.join() });
}
