import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { basename } from 'node:path';

const agent = new Agent({ keepAlive: true });
const files = new Map();

/** The file's bytes, read once: whoever measures on the same machine must cost little. */
function bytesOf(path) {
  if (!files.has(path)) files.set(path, readFileSync(path));
  return files.get(path);
}

function send(url, options, body = []) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, ...options }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode, bytes: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

/** RFC 7578. */
function formOf(path, fields) {
  const boundary = `bench-${randomBytes(12).toString('hex')}`;
  const part = (disposition, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`;
  const text = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`);
  const file = part(`name="file"; filename="${basename(path)}"`, '');
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: [text.join('') + file, bytesOf(path), `\r\n--${boundary}--\r\n`],
  };
}

/**
 * Converts a file through the whole service as a guest that nobody saw before, download included.
 *
 * @throws {Error} with the answer if it does not succeed
 */
export async function convert(url, path, outputFormat, fields = {}) {
  const guestFingerprint = randomBytes(32).toString('hex');
  const { headers, body } = formOf(path, { guestFingerprint, outputFormat, ...fields });
  const options = { method: 'POST', headers: { ...headers, prefer: 'wait=600' } };
  const { status, bytes } = await send(`${url}/api/guest/convert`, options, body);
  if (status !== 200) throw new Error(`${status} ${bytes}`);
  const { downloadUrl } = JSON.parse(bytes).data;
  const download = await send(new URL(downloadUrl, url), {});
  if (download.status !== 200) throw new Error(`download ${download.status}`);
  return download.bytes.length;
}
