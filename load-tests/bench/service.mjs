import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/**
 * Converts a file through the whole service as a guest that nobody saw before, download included.
 *
 * @throws {Error} with the answer if it does not succeed
 */
export async function convert(url, path, outputFormat, fields = {}) {
  const form = new FormData();
  form.append('guestFingerprint', randomBytes(32).toString('hex'));
  form.append('outputFormat', outputFormat);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', await openAsBlob(path), basename(path));
  const response = await fetch(`${url}/api/guest/convert`, {
    method: 'POST',
    body: form,
    headers: { prefer: 'wait=600' },
  });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  const download = await fetch(new URL(body.data.downloadUrl, url));
  if (download.status !== 200) throw new Error(`download ${download.status}`);
  return (await download.arrayBuffer()).byteLength;
}
