// Converts a picture to WebP and saves the result.
// API_KEY=… node convert-sync.mjs photo.png photo.webp
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

const API = process.env.API_URL ?? 'http://localhost:3000';
const headers = { 'X-API-Key': process.env.API_KEY };
const [input, output] = process.argv.slice(2);

async function call(path, init = {}) {
  const response = await fetch(new URL(path, API), { headers, ...init });
  if (response.ok) return response;
  const { error } = await response.json();
  throw new Error(`${error.code}: ${error.message} (request ${error.requestId})`);
}

const { plan, usage } = await (await call('/api/validate-key')).json();
console.log(`The key is valid: ${plan}, ${usage.conversions} of ${usage.limit} conversions used`);

const form = new FormData();
form.set('outputFormat', 'webp');
form.set('quality', '80');
form.set('file', await openAsBlob(input), basename(input));

// The answer comes when the file is converted; after 60 s it would be a 202, see the asynchronous example.
const answer = await (await call('/api/convert/image', { method: 'POST', body: form })).json();
if (answer.status !== 'success') throw new Error(`Not ready yet: ${answer.statusUrl}`);

const result = await call(answer.downloadUrl);
await writeFile(output, result.body);
console.log(`${output}: ${answer.conversion.convertedSize} bytes`);
