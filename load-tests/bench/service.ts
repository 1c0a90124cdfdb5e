import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { basename } from 'node:path';
import type { GuestSuccess, UserSuccess } from '@filemill/api';
import type { Stack } from '@filemill/local-stack';

const agent = new Agent({ keepAlive: true });
const files = new Map<string, Buffer>();

/** The file's bytes, read once: the measuring process shares the machine and must cost little. */
function bytesOf(path: string): Buffer {
  const bytes = files.get(path) ?? readFileSync(path);
  files.set(path, bytes);
  return bytes;
}

/** An answer of the gateway; without its bytes if they are not kept. */
export interface RawReply {
  readonly status: number;
  readonly bytes: Buffer;
}

/** @param isKept - whether to keep the response's bytes; false for large results */
function send(
  url: string | URL,
  options: RequestOptions,
  body: readonly Buffer[] = [],
  isKept = true,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => isKept && chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

/** RFC 7578. */
function formOf({ name, bytes: content }: NamedBytes, fields: Readonly<Record<string, string>>) {
  const boundary = `bench-${randomBytes(12).toString('hex')}`;
  const part = (disposition: string, value: string): string =>
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

interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** How a file is sent. */
export interface UploadOptions {
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Bearer token of a user; without it the caller is a new guest. */
  readonly token?: string | undefined;
}

/**
 * Sends a file to be converted and waits for the end.
 *
 * @param file - its path, or its name and bytes
 */
export function upload(
  url: string,
  file: string | NamedBytes,
  outputFormat: string,
  { fields = {}, token }: UploadOptions = {},
): Promise<RawReply> {
  const named = typeof file === 'string' ? { name: basename(file), bytes: bytesOf(file) } : file;
  const identity: Record<string, string> = token ? {} : { guestFingerprint: randomBytes(32).toString('hex') };
  const { headers, body } = formOf(named, { ...identity, outputFormat, ...fields });
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
 * @returns seconds in the worker
 * @throws {Error} with the answer if it does not succeed
 */
export async function convert(
  url: string,
  path: string,
  outputFormat: string,
  options?: UploadOptions,
): Promise<number> {
  const { status, bytes } = await upload(url, path, outputFormat, options);
  if (status !== 200) throw new Error(`${status} ${bytes}`);
  const answer: GuestSuccess | UserSuccess = JSON.parse(bytes.toString());
  const { downloadUrl, conversion } = 'data' in answer ? answer.data : answer;
  if (downloadUrl === null) throw new Error(`no result of ${conversion.id}`);
  const download = await send(new URL(downloadUrl, url), {}, [], false);
  if (download.status !== 200) throw new Error(`download ${download.status}`);
  return conversion.processingTime ?? 0;
}

/** What the parts of the benchmark need of a running stack. */
export type RunningStack = Pick<Stack, 'url' | 'ports' | 'data' | 'children'>;
