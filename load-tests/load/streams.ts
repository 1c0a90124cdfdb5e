import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionView } from '@filemill/api';
import { Client, type InputFile } from '../shared/client.ts';
import { median, percentile, throughput } from '../shared/measure.ts';
import type { KeyHolder } from '../shared/people.ts';
import type { LoadRun } from './scenarios.ts';

const STREAMS = 2_000;
/** Below the 10 tabs that one account may have open. */
const PER_ACCOUNT = 8;
const OPENED_AT_ONCE = 50;
/** Conversions a second that the streams report; two cores convert more. */
const CONVERSIONS_PER_SECOND = 4;
/** Time limit for the events after the last conversion. */
const LAST_EVENTS_MS = 15_000;
/** From the commit of a conversion's end to its event at the client, 95 % of all. */
const DELAY_MS = 1_000;

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** One stream of `GET /api/events`: the events it received, and whether it is still open. */
class Stream {
  isOpen = false;
  heartbeats = 0;
  /** Conversion → time from its end to its event, ms. */
  readonly delays = new Map<string, number>();
  #rest = '';
  #request: ClientRequest | undefined;

  /** Resolves with the first event. */
  open(url: string, account: KeyHolder): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${account.token}`, accept: 'text/event-stream' };
      this.#request = request(`${url}/api/events`, { agent, headers }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`a stream was answered ${response.statusCode}`));
        this.isOpen = true;
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          this.#take(text);
          resolve();
        });
        response.on('close', () => {
          this.isOpen = false;
        });
      });
      this.#request.on('error', reject);
      this.#request.end();
    });
  }

  close(): void {
    this.#request?.destroy();
  }

  #take(text: string): void {
    const events = (this.#rest + text).split('\n\n');
    this.#rest = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith(':')) this.heartbeats++;
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!data || !event.startsWith('event: conversion')) continue;
      const { id, status, finishedAt }: ConversionView = JSON.parse(data);
      if (status === 'completed' && finishedAt && !this.delays.has(id))
        this.delays.set(id, Date.now() - Date.parse(finishedAt));
    }
  }
}

/** A Pro account, its open streams, and the conversions that each of them must report. */
interface Listener {
  readonly account: KeyHolder;
  readonly streams: Stream[];
  readonly expected: string[];
}

async function convert(client: Client, account: KeyHolder, file: InputFile): Promise<string> {
  const { status, body } = await client.submit({ ...account, path: '/api/convert/image' }, file);
  if (status !== 202 || !body) throw new Error(`a conversion was answered ${status}`);
  return body.conversionId;
}

/** Converts for `seconds`, one account after another. */
async function convertFor(
  seconds: number,
  client: Client,
  listeners: Listener[],
  file: InputFile,
): Promise<void> {
  for (let turn = 0; turn < seconds * CONVERSIONS_PER_SECOND; turn++) {
    const listener = listeners[turn % listeners.length];
    if (listener) listener.expected.push(await convert(client, listener.account, file));
    await sleep(1_000 / CONVERSIONS_PER_SECOND);
  }
}

/**
 * Opens 2,000 streams. Each must stay open and report every end of its account's conversions. k6 has no client for event
 * streams.
 *
 * @returns whether they did
 */
export async function runStreams({ stack: { url }, scenario, inputs, accounts }: LoadRun): Promise<boolean> {
  const file = { name: 'icon.png', to: 'webp', bytes: readFileSync(inputs.icon ?? '') };
  const listeners = accounts.map((account): Listener => ({ account, streams: [], expected: [] }));
  const opened: number[] = [];
  await throughput(STREAMS, OPENED_AT_ONCE, async (index) => {
    const listener = listeners[Math.floor(index / PER_ACCOUNT) % listeners.length];
    if (!listener) throw new Error('the scenario has no accounts');
    const stream = new Stream();
    listener.streams.push(stream);
    const startedAt = performance.now();
    await stream.open(url, listener.account);
    opened.push(performance.now() - startedAt);
  });
  console.log(
    `opened ${STREAMS}: first event p50 ${median(opened).toFixed(0)} ms, p95 ${percentile(opened, 0.95).toFixed(0)} ms`,
  );

  await convertFor(scenario.seconds, new Client(url), listeners, file);
  const misses = (): number =>
    listeners.flatMap(({ streams, expected }) =>
      streams.flatMap(({ delays }) => expected.filter((id) => !delays.has(id))),
    ).length;
  for (const giveUpAt = Date.now() + LAST_EVENTS_MS; misses() > 0 && Date.now() < giveUpAt; await sleep(200));

  const streams = listeners.flatMap((listener) => listener.streams);
  const delays = streams.flatMap(({ delays }) => [...delays.values()]);
  const kept = {
    [`open at the end: ${streams.filter(({ isOpen }) => isOpen).length}`]: streams.every(
      ({ isOpen }) => isOpen,
    ),
    [`reported: ${delays.length}, missing: ${misses()}`]: delays.length > 0 && misses() === 0,
    [`delay p50 ${median(delays)} ms, p95 ${percentile(delays, 0.95)} ms (goal < ${DELAY_MS})`]:
      percentile(delays, 0.95) < DELAY_MS,
    [`heartbeats: ${streams.reduce((sum, { heartbeats }) => sum + heartbeats, 0)}`]: true,
  };
  for (const stream of streams) stream.close();
  for (const [line, isKept] of Object.entries(kept)) console.log(`${isKept ? '✓' : '✗'} ${line}`);
  return Object.values(kept).every(Boolean);
}
