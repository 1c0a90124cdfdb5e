#!/usr/bin/env node
// Converts files from the command line: node convert.mjs --to webp *.png. Needs Node 20 or newer, no packages.
import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `Usage: node convert.mjs --to <format> [--out <folder>] [--quality 1-100] [--options <json>] <file>...
Environment: API_KEY (required), API_URL`;
const API = process.env.API_URL ?? 'http://localhost:3000';
const KEY = process.env.API_KEY;
const MAX_TRIES = 5;
/** Worth another try after the pause that the answer names. */
const TRANSIENT = new Set([429, 503]);

/** Calls the API; waits and tries again where that helps. */
async function call(path, init = {}) {
  for (let tries = 1; ; tries += 1) {
    const headers = { 'X-API-Key': KEY, ...init.headers };
    const response = await fetch(new URL(path, API), { ...init, headers });
    if (response.ok) return response;
    const { error } = await response.json();
    const isSpent = error.code === 'quota_exceeded' || tries === MAX_TRIES;
    if (isSpent || !TRANSIENT.has(response.status)) throw new Error(`${error.code}: ${error.message}`);
    await sleep(1000 * Number(response.headers.get('Retry-After') ?? tries));
  }
}

/** Converts one file and saves the result under the name that the server gives it. */
async function convert(path, { to, out, quality, options }) {
  const body = new FormData();
  body.set('outputFormat', to);
  if (quality) body.set('quality', quality);
  if (options) body.set('options', options);
  body.set('file', await openAsBlob(path), basename(path));
  // With the same key a repeated request is never converted, or counted, twice.
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': randomUUID() };
  const { statusUrl } = await (await call('/api/convert/auto', { method: 'POST', headers, body })).json();
  for (;;) {
    const conversion = await (await call(statusUrl)).json();
    if (conversion.error) throw new Error(`${conversion.error.code}: ${conversion.error.message}`);
    if (conversion.status === 'completed') {
      const target = join(out, conversion.outputFileName);
      await pipeline((await call(conversion.downloadUrl)).body, createWriteStream(target));
      return target;
    }
    await sleep(500);
  }
}

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    out: { type: 'string', default: '.' },
    quality: { type: 'string' },
    options: { type: 'string' },
  },
});
if (!values.to || !KEY || files.length === 0) {
  console.error(USAGE);
  process.exit(2);
}
for (const file of files) {
  try {
    console.log(`${file} -> ${await convert(file, values)}`);
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    process.exitCode = 1;
  }
}
