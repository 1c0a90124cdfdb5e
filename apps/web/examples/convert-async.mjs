// Starts a conversion, follows its progress and saves the result: for long videos and many files.
// API_KEY=… node convert-async.mjs photo.png photo.webp
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const API = process.env.API_URL ?? 'http://localhost:3000';
const headers = { 'X-API-Key': process.env.API_KEY };
const [input, output] = process.argv.slice(2);

async function call(path, init = {}) {
  const response = await fetch(new URL(path, API), { ...init, headers: { ...headers, ...init.headers } });
  if (response.ok) return response;
  const { error } = await response.json();
  throw new Error(`${error.code}: ${error.message} (request ${error.requestId})`);
}

const { plan } = await (await call('/api/validate-key')).json();
console.log(`The key is valid: ${plan}`);

const form = new FormData();
form.set('outputFormat', 'webp');
form.set('file', await openAsBlob(input), basename(input));

// `auto` takes a file of any kind; `respond-async` answers as soon as the file has arrived.
const started = await call('/api/convert/auto', {
  method: 'POST',
  headers: { Prefer: 'respond-async' },
  body: form,
});
const { conversionId, statusUrl } = await started.json();
console.log(`Accepted as ${conversionId}`);

let conversion;
do {
  await sleep(1000);
  conversion = await (await call(statusUrl)).json();
  console.log(`${conversion.status}, ${conversion.progress} %`);
} while (conversion.status === 'pending' || conversion.status === 'converting');

if (conversion.status !== 'completed') throw new Error(conversion.error?.message ?? conversion.status);
await writeFile(output, (await call(conversion.downloadUrl)).body);
console.log(`${output}: ${conversion.convertedSize} bytes`);

// The files would be gone within the hour; this removes them now.
await call(`/api/conversions/${conversionId}`, { method: 'DELETE' });
