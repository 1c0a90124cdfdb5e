import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const agent = new Agent({ keepAlive: true });
const files = new Map();

/** The file's bytes, read once: the measuring process shares the machine and must cost little. */
function bytesOf(path) {
  if (!files.has(path)) files.set(path, readFileSync(path));
  return files.get(path);
}

/** @param isKept - whether to keep the response's bytes; false for large results */
function send(url, options, body = [], isKept = true) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, ...options }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => isKept && chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode, bytes: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

/** RFC 7578. */
function formOf(file, fields) {
  const { name, bytes: content } =
    typeof file === 'string' ? { name: basename(file), bytes: bytesOf(file) } : file;
  const boundary = `bench-${randomBytes(12).toString('hex')}`;
  const part = (disposition, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`;
  const text = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`, value)}\r\n`);
  const filePart = part(`name="file"; filename="${name}"`, '');
  const body = [Buffer.from(text.join('') + filePart), content, Buffer.from(`\r\n--${boundary}--\r\n`)];
  const bytes = body.reduce((sum, { length }) => sum + length, 0);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': bytes },
    body,
  };
}

/**
 * Sends a file to be converted and waits: as a new guest, or as a user.
 *
 * @param file - a path, or `name` and `bytes`
 * @param token - of a user; without it the caller is a new guest
 * @returns `status` and `bytes` of the answer
 */
export function upload(url, file, outputFormat, { fields = {}, token } = {}) {
  const identity = token ? {} : { guestFingerprint: randomBytes(32).toString('hex') };
  const { headers, body } = formOf(file, { ...identity, outputFormat, ...fields });
  return send(
    `${url}${token ? '/api/convert/auto' : '/api/guest/convert'}`,
    {
      method: 'POST',
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), prefer: 'wait=600' },
    },
    body,
  );
}

/**
 * Converts a file through the whole service, download included.
 *
 * @param options - of {@link upload}
 * @returns seconds in the worker
 * @throws {Error} with the answer if it does not succeed
 */
export async function convert(url, path, outputFormat, options) {
  const { status, bytes } = await upload(url, path, outputFormat, options);
  if (status !== 200) throw new Error(`${status} ${bytes}`);
  const answer = JSON.parse(bytes);
  const { downloadUrl, conversion } = answer.data ?? answer;
  const download = await send(new URL(downloadUrl, url), {}, [], false);
  if (download.status !== 200) throw new Error(`download ${download.status}`);
  return conversion.processingTime;
}

async function post(url, path, { token, body = {} } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const { status, bytes } = await send(`${url}${path}`, { method: 'POST', headers }, [JSON.stringify(body)]);
  if (status >= 300) throw new Error(`${path}: ${status} ${bytes}`);
  return JSON.parse(bytes);
}

/**
 * Registers a user who pays for Pro at the stack's Stripe emulator.
 *
 * @returns the bearer token
 */
export async function aProUser(stack) {
  const { url } = stack;
  const email = `${randomBytes(8).toString('hex')}@example.org`;
  const { token } = await post(url, '/api/register', {
    body: { email, username: 'Bench', password: randomBytes(8).toString('hex') },
  });
  const { checkoutUrl } = await post(url, '/api/create-checkout-session', { token });
  const session = checkoutUrl.split('/').at(-1);
  await fetch(`http://127.0.0.1:${stack.ports.stripe}/_test/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([session, { card: '4242424242424242' }]),
  });
  for (const giveUpAt = Date.now() + 20_000; Date.now() < giveUpAt; await sleep(200)) {
    const answer = await send(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } });
    if (JSON.parse(answer.bytes).user.plan === 'pro') return token;
  }
  throw new Error('the account did not become Pro');
}
