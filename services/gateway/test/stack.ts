import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HEADERS, hasEnded } from '@filemill/product';

const exec = promisify(execFile);

interface State {
  url: string;
  ports: Record<string, number>;
  pids: Record<string, number>;
}

const stateFile = process.env.FILEMILL_STATE ?? '';
/** Folder of the running stack: store, work folders, clock. */
export const dataFolder = dirname(stateFile);

/** Ports and process ids of the running stack. */
export const state = (): State => JSON.parse(readFileSync(stateFile, 'utf8')) as State;
export const url = (path: string): string => new URL(path, process.env.FILEMILL_URL).href;

/** A new guest with a unique fingerprint. */
export const aGuest = (): string => randomBytes(32).toString('hex');

/** Files below a folder of the running stack, hidden ones included; files that are removed meanwhile do not count. */
export const filesBelow = (folder: 'store' | 'work'): string[] => walk(join(dataFolder, folder));

function walk(folder: string): string[] {
  const entries = unlessMissing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
  });
}

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes files to the store that belong to no conversion, as a process leaves them that dies between two steps. */
export function putOrphans(...names: string[]): void {
  const minute = new Date(Date.now() + 58 * 60_000).toISOString().slice(0, 16);
  const folder = join(dataFolder, 'store', minute, randomUUID());
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), 'an orphan');
}

/** Sends a signal to one process of the stack. Its supervisor starts it again. */
export function kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): void {
  const pid = state().pids[name];
  if (!pid) throw new Error(`no process ${name}`);
  process.kill(pid, signal);
}

/** Queries the ledger directly, without caches. @returns rows of columns separated by `|` */
export async function sql(query: string): Promise<string[]> {
  const connection = [
    '-h',
    join(dataFolder, 'run'),
    '-p',
    String(state().ports.postgres),
    '-U',
    'filemill_owner',
    '-d',
    'filemill',
  ];
  const { stdout } = await exec('/usr/bin/psql', [...connection, '-qAtc', query]);
  return stdout.split('\n').filter(Boolean);
}

/** Resolves once `check` is true. @throws {Error} naming `what` after `timeoutMs` */
export async function until(
  what: string,
  check: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await sleep(100);
  }
}

export const isReady = (name: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${state().ports[`ops-${name}`]}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

export interface Conversion {
  id: string;
  status: string;
  progress: number;
  stage: string;
  queuePosition: number | null;
  inputFormat: string;
  outputFormat: string;
  outputFileName: string;
  convertedSize: number | null;
  expiresAt: string;
  downloadUrl: string | null;
  losses: { code: string; params: Record<string, string | number>; message: string }[];
  error: { code: string; message: string } | null;
}

export interface Upload {
  name: string;
  bytes: Buffer | string;
  to: string;
  guest?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sends the file before the other fields. */
  fileFirst?: boolean;
}

/** Sends POST /api/guest/convert as the page does. */
export function submit(upload: Upload): Promise<Response> {
  const { name, bytes, to, guest = aGuest(), fields = {}, headers = {}, fileFirst = false } = upload;
  const form = new FormData();
  const file = new File([new Uint8Array(Buffer.from(bytes))], name);
  if (fileFirst) form.append('file', file);
  for (const [key, value] of Object.entries({ outputFormat: to, guestFingerprint: guest, ...fields }))
    form.append(key, value);
  if (!fileFirst) form.append('file', file);
  return fetch(url('/api/guest/convert'), { method: 'POST', body: form, headers });
}

/** Submits without waiting. @returns the id */
export async function submitAsync(upload: Upload): Promise<string> {
  const response = await submit({ ...upload, headers: { prefer: 'respond-async', ...upload.headers } });
  const body = (await response.json()) as { conversionId: string };
  if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body.conversionId;
}

/** Converts and returns the conversion and its bytes. @throws {Error} with the answer if it is not 200 */
export async function convert(upload: Upload): Promise<{ conversion: Conversion; bytes: Buffer }> {
  const response = await submit(upload);
  const body = (await response.json()) as { data: { conversion: Conversion; downloadUrl: string } };
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  const file = await fetch(url(body.data.downloadUrl));
  if (file.status !== 200) throw new Error(`download: ${file.status} ${await file.text()}`);
  return { conversion: body.data.conversion, bytes: Buffer.from(await file.arrayBuffer()) };
}

export async function getConversion(id: string, guest: string): Promise<Conversion> {
  const response = await fetch(url(`/api/conversions/${id}`), { headers: { [HEADERS.fingerprint]: guest } });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Conversion;
}

/** Waits until a conversion has ended. @throws {Error} after `timeoutMs` */
export async function waitForEnding(id: string, guest: string, timeoutMs = 60_000): Promise<Conversion> {
  let last: Conversion | undefined;
  await until(
    `conversion ${id} ends`,
    async () => {
      // A gateway or service that a test has killed answers again within seconds.
      last = await getConversion(id, guest).catch(() => undefined);
      return last !== undefined && hasEnded(last.status);
    },
    timeoutMs,
  );
  return last as Conversion;
}

/** Makes a media file with ffmpeg's generators. */
export async function generateMedia(name: string, args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'filemill-e2e-'));
  try {
    await exec('/usr/bin/ffmpeg', ['-v', 'error', '-nostdin', ...args, join(folder, name)]);
    return await readFile(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const aPng = (size = '320x200', ...encoding: string[]) =>
  generateMedia('a.png', ['-f', 'lavfi', '-i', `testsrc2=size=${size}`, '-frames:v', '1', ...encoding]);
/** Nothing but noise, which no encoder can make small. */
export const aNoisyPng = () =>
  generateMedia('a.png', ['-f', 'lavfi', '-i', 'nullsrc=s=400x300,geq=random(1)*255', '-frames:v', '1']);
export const aWav = (seconds = 2) =>
  generateMedia('a.wav', ['-f', 'lavfi', '-i', `sine=duration=${seconds}`]);
export const aVideo = (seconds = 2, size = '320x240') =>
  generateMedia('a.mp4', [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:duration=${seconds}:rate=25`],
    ...[
      '-f',
      'lavfi',
      '-i',
      `sine=duration=${seconds}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-c:a',
      'aac',
    ],
  ]);

/** Runs a program on a result, such as ffprobe or pdfinfo. @returns its output */
export async function runOnResult(
  program: string,
  args: string[],
  name: string,
  bytes: Buffer,
  ...after: string[]
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'filemill-result-'));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  try {
    return (await exec(program, [...args, path, ...after])).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
