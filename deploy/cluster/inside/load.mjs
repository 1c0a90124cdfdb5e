// Runs in the cluster: a client that converts pictures at a given rate and retries each one, as the documentation of the API
// requires. Its last line of output has the results.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { proUsers } from './people.mjs';
import { noise } from './picture.mjs';

const { url, administrator, users, count, perSecond, widthPx, heightPx, outputFormat, endsWithinSeconds } =
  JSON.parse(process.env.LOAD);
const CALL_MS = 20_000;
const POLL_MS = 1_000;
const UNFINISHED = ['pending', 'converting'];

/** Number of responses by status; `0` with call and cause: no response; `503 bare`: without Retry-After. */
const answers = {};

/** Calls until there is a final response, which a retry would not change. */
async function insist(path, options, until) {
  const call = `${options.method ?? 'GET'} ${path.replace(/[^/]{20,}$/, ':id')}`;
  for (;;) {
    let failure;
    const answer = await fetch(new URL(path, url), {
      ...options,
      signal: AbortSignal.timeout(CALL_MS),
    }).catch((error) => {
      failure = `0 ${call} ${error.cause?.code ?? error.name}`;
    });
    const retryAfter = answer?.headers.get('retry-after');
    const name = answer?.status === 503 && !retryAfter ? '503 bare' : (failure ?? String(answer.status));
    answers[name] = (answers[name] ?? 0) + 1;
    if (answer && answer.status !== 429 && answer.status < 500) return answer;
    await answer?.arrayBuffer();
    if (Date.now() > until) return answer;
    await sleep(retryAfter ? 1_000 * Number(retryAfter) : 500);
  }
}

async function submit(token, until) {
  const form = new FormData();
  form.set('outputFormat', outputFormat);
  form.set('file', new File([noise(widthPx, heightPx)], 'noise.png', { type: 'image/png' }));
  const headers = {
    authorization: `Bearer ${token}`,
    prefer: 'respond-async',
    'idempotency-key': randomUUID(),
  };
  const answer = await insist('/api/convert/image', { method: 'POST', headers, body: form }, until);
  const body = await answer?.json();
  return { id: body?.conversionId ?? body?.error?.conversionId, status: answer?.status };
}

/** From the upload to the file. @returns `{ id, outcome }` */
async function convert(token, until) {
  const { id, status } = await submit(token, until);
  if (!id) return { outcome: `refused ${status}` };
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await insist(`/api/conversions/${id}`, { headers }, until);
    const conversion = answer?.ok ? await answer.json() : undefined;
    if (conversion?.status === 'completed') break;
    if (conversion && !UNFINISHED.includes(conversion.status)) return { id, outcome: conversion.status };
    if (Date.now() > until) return { id, outcome: 'unfinished' };
    await sleep(POLL_MS);
  }
  const output = await insist(`/api/download/${id}`, { headers }, until);
  const bytes = output?.ok ? (await output.arrayBuffer()).byteLength : 0;
  return { id, outcome: bytes > 0 ? 'completed' : 'no file' };
}

const tokens = await proUsers(url, administrator, users);
console.log('begins');
const until = Date.now() + endsWithinSeconds * 1_000;
const conversions = [];
for (let index = 0; index < count; index++) {
  conversions.push(convert(tokens[index % users], until));
  await sleep(1_000 / perSecond);
}
console.log(JSON.stringify({ answers, conversions: await Promise.all(conversions) }));
