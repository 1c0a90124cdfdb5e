import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile, throughput } from '../bench/measure.mjs';

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
  delays = new Map();
  #rest = '';

  /** Resolves with the first event. */
  open(url, account) {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${account.token}`, accept: 'text/event-stream' };
      this.request = request(`${url}/api/events`, { agent, headers }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`a stream was answered ${response.statusCode}`));
        this.isOpen = true;
        response.setEncoding('utf8');
        response.on('data', (text) => {
          this.#take(text);
          resolve();
        });
        response.on('close', () => {
          this.isOpen = false;
        });
      });
      this.request.on('error', reject);
      this.request.end();
    });
  }

  close() {
    this.request.destroy();
  }

  #take(text) {
    const events = (this.#rest + text).split('\n\n');
    this.#rest = events.pop();
    for (const event of events) {
      if (event.startsWith(':')) this.heartbeats++;
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!data || !event.startsWith('event: conversion')) continue;
      const { id, status, finishedAt } = JSON.parse(data);
      if (status === 'completed' && !this.delays.has(id))
        this.delays.set(id, Date.now() - Date.parse(finishedAt));
    }
  }
}

async function convert(url, account, file) {
  const body = new FormData();
  body.set('outputFormat', 'webp');
  body.set('file', file, 'icon.png');
  const headers = { 'x-api-key': account.apiKey, prefer: 'respond-async' };
  const response = await fetch(`${url}/api/convert/image`, { method: 'POST', headers, body });
  if (response.status !== 202) throw new Error(`a conversion was answered ${response.status}`);
  return (await response.json()).conversionId;
}

/** Converts for `seconds`, one account after another. @returns by account the conversions that its streams must report */
async function convertFor(seconds, url, accounts, file) {
  const expected = accounts.map(() => []);
  for (let turn = 0; turn < seconds * CONVERSIONS_PER_SECOND; turn++) {
    const place = turn % accounts.length;
    expected[place].push(await convert(url, accounts[place], file));
    await sleep(1_000 / CONVERSIONS_PER_SECOND);
  }
  return expected;
}

/**
 * Opens 2,000 streams. Each must stay open and report every end of its account's conversions. k6 has no client for event
 * streams.
 *
 * @returns whether they did
 */
export async function runStreams({ stack: { url }, scenario, inputs, accounts }) {
  const file = new Blob([readFileSync(inputs.icon)]);
  const streams = Array.from({ length: STREAMS }, () => new Stream());
  const accountOf = (place) => Math.floor(place / PER_ACCOUNT) % accounts.length;
  const opened = [];
  let next = 0;
  await throughput(STREAMS, OPENED_AT_ONCE, async () => {
    const place = next++;
    const startedAt = performance.now();
    await streams[place].open(url, accounts[accountOf(place)]);
    opened.push(performance.now() - startedAt);
  });
  console.log(
    `opened ${STREAMS}: first event p50 ${median(opened).toFixed(0)} ms, p95 ${percentile(opened, 0.95).toFixed(0)} ms`,
  );

  const expected = await convertFor(scenario.seconds, url, accounts, file);
  const misses = () =>
    streams.flatMap((stream, place) => expected[accountOf(place)].filter((id) => !stream.delays.has(id)))
      .length;
  for (const giveUpAt = Date.now() + LAST_EVENTS_MS; misses() > 0 && Date.now() < giveUpAt; await sleep(200));

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
