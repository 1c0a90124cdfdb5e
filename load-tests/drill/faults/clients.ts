import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEADERS } from '@filemill/product';
import type { Caller, Client } from '../../shared/client.ts';
import { percentile } from '../../shared/measure.ts';
import { aGuest, aKeyHolder, type KeyHolder } from '../../shared/people.ts';
import { digestOf } from '../checks/answer-checks.ts';
import type { Rig } from '../rig/rig.ts';
import type { Fault, FaultContext } from './fault.ts';

const BOUNDARY = 'drill-boundary';

/** A guest's upload as it goes over the wire, without its end. */
function uploadOf(url: string, guest: Caller, bytes: Buffer): { head: string; body: Buffer } {
  const text = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(text('outputFormat', 'mp3') + file), bytes]);
  const head = [
    'POST /api/guest/convert HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `${HEADERS.fingerprint}: ${guest.headers[HEADERS.fingerprint]}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length + BOUNDARY.length + 8}`,
    'Connection: close',
    '\r\n',
  ];
  return { head: head.join('\r\n'), body };
}

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => socket.destroy()); // the gateway may hang up first
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

/** 95th percentile of the response time of the format list; ms. */
async function browsingP95(client: Client, count: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedAt = Date.now();
    await client.call('GET', '/api/formats');
    times.push(Date.now() - startedAt);
    await sleep(50);
  }
  return percentile(times, 0.95);
}

const REFUSED = new Set([429, 503]);
/** Of an upload, at which it is aborted. */
const SHARES = [0.1, 0.5, 0.99];
const FLOOD_ENDS_WITHIN_MS = 2_500_000;
/** Pause that keeps a customer within the plan's limits. */
const PAUSE_MS = 500;
/** Same number as the load that runs at the same time. */
const FEW_PICTURES = 25;

/** Counts equal words: `300 × 202`. */
const tallyOf = (words: readonly string[]): string =>
  [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => `${length} × ${word}`).join(', ');

/** Waits until no picture is queued, or the time is up. */
async function untilConverted(rig: Rig, timeoutMs: number): Promise<void> {
  const open = "SELECT count(*) FROM usage.conversions WHERE finished_at IS NULL AND kind = 'image'";
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(1_000))
    if (Number((await rig.row(open))[0]) < FEW_PICTURES) return;
}

/** How long a picture of one customer takes from the upload to its end, ms; infinite if it is refused or fails. */
async function pictureTime({ load, files }: FaultContext, caller: Caller): Promise<number> {
  const startedAt = Date.now();
  const ended = await load.sendAndEnd(files.image[0], 'image', caller, 60_000);
  return ended?.status === 'completed' ? Date.now() - startedAt : Number.POSITIVE_INFINITY;
}

/** How long pictures of one customer take, one after the other; ms. */
async function pictureTimes(context: FaultContext, caller: Caller, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await pictureTime(context, caller));
  return times;
}

/** F26 to F30: clients that are slow, that disconnect, and that all upload at once. */
export const clients: readonly Fault[] = [
  {
    id: 'F26',
    title: '5,000 clients upload at 1 kB/s',
    async run({ rig, client, files, tier, seconds, expect, note }) {
      const count = tier === 'full' ? 5_000 : 300;
      const before = await browsingP95(client, 40);
      const uploads: { socket: Socket; body: Buffer; at: number }[] = [];
      for (let i = 0; i < count; i++) {
        const { head, body } = uploadOf(rig.url, aGuest(), files.audio[0].bytes);
        const socket = await open(rig.url);
        socket.write(head);
        uploads.push({ socket, body, at: 0 });
      }
      const drip = setInterval(() => {
        for (const upload of uploads) {
          const from = upload.at;
          upload.at += 1_000;
          if (upload.socket.writable) upload.socket.write(upload.body.subarray(from, upload.at));
        }
      }, 1_000);
      const during = await browsingP95(client, 40);
      await sleep(1_000 * seconds(60));
      clearInterval(drip);
      for (const { socket } of uploads) socket.destroy();
      note(`others’ p95 ${before} ms before, ${during} ms with ${count}`);
      expect('others do not wait for them', during < 1_000, `${during} ms`);
    },
  },
  {
    id: 'F27',
    title: 'clients abort their uploads at 10, 50 and 99 %',
    isQuick: true,
    async run({ rig, files, tier, expect }) {
      const guest = aGuest();
      const { bytes } = files.audio[0];
      for (let i = 0; i < (tier === 'full' ? 1_000 : 30); i++) {
        const { head, body } = uploadOf(rig.url, guest, bytes);
        const socket = await open(rig.url);
        socket.write(head);
        socket.end(body.subarray(0, body.length * (SHARES[i % SHARES.length] ?? 1)));
        await Promise.race([once(socket, 'close'), sleep(50)]);
        socket.destroy();
      }
      const subject = `guest:${guest.headers[HEADERS.fingerprint]}`;
      const counted = await rig.sql(
        `SELECT used FROM usage.counters WHERE subject = '${subject}' AND used > 0`,
      );
      expect('nothing is charged for them', counted.length === 0, counted.join(' '));
    },
  },
  {
    id: 'F28',
    title: 'a client disconnects while it waits, and during its download',
    isQuick: true,
    async run({ rig, client, load, files, expect }) {
      const { sent } = await load.send(files.audio[1], 'audio', aGuest());
      if (!sent) return expect('the upload is accepted', false);
      const { headers } = sent.caller;
      // Waits for the result, and disconnects.
      await fetch(new URL(`/api/conversions/${sent.id}/events`, rig.url), {
        headers,
        signal: AbortSignal.timeout(100),
      }).then(
        (response) => response.body?.cancel(),
        () => undefined, // so soon that there was no answer yet
      );
      const ended = await client.ended(sent.caller, sent.id, 30_000);
      expect('the job continues', ended?.status === 'completed', ended?.status);
      const path = `/api/download/${sent.id}`;
      const whole = await client.call('GET', path, { headers });
      const half = Math.floor(whole.bytes.length / 2);
      const range = (from: number, to: number | '') =>
        client.call('GET', path, { headers: { ...headers, range: `bytes=${from}-${to}` } });
      const parts = [await range(0, half - 1), await range(half, '')];
      expect(
        'ranges are answered 206',
        parts.every(({ status }) => status === 206),
      );
      const resumed = Buffer.concat(parts.map(({ bytes }) => bytes));
      expect('and the parts make the same file', digestOf(resumed) === digestOf(whole.bytes));
    },
  },
  {
    id: 'F29',
    title: 'many guests upload at once',
    async run(context) {
      const { load, files, tier, keyHolder, expect, note } = context;
      const guests = Array.from({ length: tier === 'full' ? 10_000 : 300 }, aGuest);
      const crowd = load.sendAtOnce(files.image[0], 'image', guests);
      const times = await pictureTimes(context, keyHolder, 10);
      const answers = await crowd;
      const tally = tallyOf(answers.map(({ status, code }) => `${status} ${code}`.trim()));
      const honest = answers.filter(
        ({ status, retryAfter }) => status === 202 || (REFUSED.has(status) && retryAfter),
      );
      expect('each is accepted, or gets 503 with Retry-After', honest.length === answers.length, tally);
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      expect('and has a response within 10 s', slowest < 10_000, `${slowest} ms`);
      const slowestPicture = Math.max(...times);
      expect('all of a customer’s pictures convert', Number.isFinite(slowestPicture));
      expect('within 5 s', slowestPicture < 5_000, `${slowestPicture} ms`);
      const waits = answers.filter(({ status }) => status === 202).map(({ ms }) => ms);
      note(
        `${guests.length} guests: ${tally}; accepted within ${percentile(waits, 0.99)} ms (p99), all answered within ${slowest} ms; a customer’s slowest picture of ten ${slowestPicture} ms`,
      );
    },
  },
  {
    id: 'F30',
    title: 'customers flood a lane',
    async run(context) {
      const { rig, client, load, files, tier, expect, note } = context;
      const [floods, each] = tier === 'full' ? [100, 100] : [2, 40];
      const flooding: KeyHolder[] = [];
      for (let i = 0; i < floods; i++) flooding.push(await aKeyHolder(rig.stack, client));
      // Not the customer of the load: in half an hour both together exceed a plan's monthly quota.
      const customer = await aKeyHolder(rig.stack, client);
      const before = await pictureTimes(context, customer, 20);
      const sending = load.flood(files.image[1], 'image', flooding, { times: each, connections: 5 });
      let isOver = false;
      const over = sending.then(async (answers) => {
        await untilConverted(rig, FLOOD_ENDS_WITHIN_MS);
        isOver = true;
        return answers;
      });
      // Until the last picture of the flood is done.
      const during: number[] = [];
      for (; !isOver; await sleep(PAUSE_MS)) during.push(await pictureTime(context, customer));
      const answers = await over;
      const slowest = Math.max(...during);
      const p95 = { before: percentile(before, 0.95), during: percentile(during, 0.95) };
      const tally = tallyOf(answers.map(({ status, code }) => `${status} ${code}`.trim()));
      note(
        `${floods} accounts: ${tally}; p95 of another customer’s pictures ${p95.before} ms before, ${p95.during} ms of ${during.length} in the flood, the slowest ${slowest} ms`,
      );
      const accepted = answers.filter(({ status }) => status === 202).length;
      expect('all of the flood is accepted', accepted === floods * each, tally);
      expect('all of that customer’s pictures convert', Number.isFinite(slowest));
      // A tenth more, plus the jobs that already run when a picture arrives.
      const limitMs = 1.1 * p95.before + 3_000;
      expect(
        'and wait at most a tenth and 3 s longer',
        p95.during < limitMs,
        `${p95.during} of ${limitMs} ms`,
      );
    },
  },
];
