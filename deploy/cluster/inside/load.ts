// Runs in the cluster: a client that converts pictures at a given rate and retries each one, as the documentation of the API
// requires. Its last line of output has the results.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeProUsers } from './accounts.ts';
import { noisePng } from './picture.ts';
import type { ConversionSeen, LoadResult, PodSettings } from './settings.ts';

const settings: PodSettings = JSON.parse(process.env.LOAD ?? '');
const CALL_MS = 20_000;
const POLL_MS = 1_000;

/** Number of responses, as in the result. */
const answers: Record<string, number> = {};

function countAnswer(name: string): void {
  answers[name] = (answers[name] ?? 0) + 1;
}

/** One call. @returns undefined without a response */
async function callOnce(path: string, options: RequestInit): Promise<Response | undefined> {
  try {
    const signal = AbortSignal.timeout(CALL_MS);
    const answer = await fetch(new URL(path, settings.url), { ...options, signal });
    const isBare = answer.status === 503 && !answer.headers.has('retry-after');
    countAnswer(isBare ? '503 bare' : String(answer.status));
    return answer;
  } catch (error) {
    const call = `${options.method ?? 'GET'} ${path.replace(/[^/]{20,}$/, ':id')}`;
    countAnswer(`0 ${call} ${causeOf(error)}`);
    return undefined;
  }
}

/** The code of a failed connection, or the name of another error. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/** Calls until there is a final response, which a retry would not change. @param until - Unix milliseconds */
async function callUntilFinal(
  path: string,
  options: RequestInit,
  until: number,
): Promise<Response | undefined> {
  for (;;) {
    const answer = await callOnce(path, options);
    const retryAfter = answer?.headers.get('retry-after');
    if (answer && answer.status !== 429 && answer.status < 500) return answer;
    await answer?.arrayBuffer();
    if (Date.now() > until) return answer;
    await sleep(retryAfter ? 1_000 * Number(retryAfter) : 500);
  }
}

/** What the routes in use return. */
interface Body {
  readonly conversionId?: string;
  readonly status?: string;
  readonly error?: { readonly conversionId?: string };
}

const bodyOf = async (answer: Response | undefined): Promise<Body | undefined> => answer?.json();

/** Uploads a new picture. */
async function submit(token: string, until: number): Promise<{ id?: string; status?: number }> {
  const form = new FormData();
  form.set('outputFormat', settings.outputFormat);
  const png = noisePng(settings.widthPx, settings.heightPx);
  form.set('file', new File([png], 'noise.png', { type: 'image/png' }));
  const headers = {
    authorization: `Bearer ${token}`,
    prefer: 'respond-async',
    [settings.words.idempotencyKeyHeader]: randomUUID(),
  };
  const options = { method: 'POST', headers, body: form };
  const answer = await callUntilFinal('/api/convert/image', options, until);
  const body = await bodyOf(answer);
  return { id: body?.conversionId ?? body?.error?.conversionId, status: answer?.status };
}

/** One conversion, from the upload to the download. */
async function convert(token: string, until: number): Promise<ConversionSeen> {
  const { id, status } = await submit(token, until);
  if (!id) return { outcome: `refused ${status}` };
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await callUntilFinal(`/api/conversions/${id}`, { headers }, until);
    const conversion = answer?.ok ? await bodyOf(answer) : undefined;
    if (conversion?.status === 'completed') break;
    if (conversion?.status && !settings.words.unfinishedStatuses.includes(conversion.status))
      return { id, outcome: conversion.status };
    if (Date.now() > until) return { id, outcome: 'unfinished' };
    await sleep(POLL_MS);
  }
  const output = await callUntilFinal(`/api/download/${id}`, { headers }, until);
  const bytes = output?.ok ? (await output.arrayBuffer()).byteLength : 0;
  return { id, outcome: bytes > 0 ? 'completed' : 'no file' };
}

const tokens = await makeProUsers(settings);
console.log('begins');
const until = Date.now() + settings.endsWithinSeconds * 1_000;
const conversions: Promise<ConversionSeen>[] = [];
for (let index = 0; index < settings.count; index++) {
  conversions.push(convert(tokens[index % tokens.length] ?? '', until));
  await sleep(1_000 / settings.perSecond);
}
const result: LoadResult = { answers, conversions: await Promise.all(conversions) };
console.log(JSON.stringify(result));
