// `helm test`: a guest converts one picture and gets it back.
import { randomBytes } from 'node:crypto';

const url = process.env.GATEWAY_URL;
const fingerprint = randomBytes(16).toString('hex');
/** 8 × 8 grey pixels: greyscale PNG, 8 bits. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mNogAIGyhgAgIQgARDoahcAAAAASUVORK5CYII=',
  'base64',
);
const JPEG_START = 'ffd8ff';

async function expectOk(answer) {
  if (answer.status === 200) return answer;
  throw new Error(`${answer.url} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
}

const form = new FormData();
form.set('guestFingerprint', fingerprint);
form.set('outputFormat', 'jpg');
form.set('file', new File([PNG], 'grey.png', { type: 'image/png' }));
const answer = await expectOk(await fetch(`${url}/api/guest/convert`, { method: 'POST', body: form }));
const { data } = await answer.json();
const output = await expectOk(
  await fetch(new URL(`/api/download/${data.conversionId}`, url), {
    headers: { 'x-guest-fingerprint': fingerprint },
  }),
);
const bytes = Buffer.from(await output.arrayBuffer());
if (bytes.subarray(0, 3).toString('hex') !== JPEG_START) throw new Error('the output is no JPEG');
console.log(`converted ${PNG.length} bytes of PNG to ${bytes.length} bytes of JPEG`);
