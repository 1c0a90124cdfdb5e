import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';

const exec = promisify(execFile);
const stateFile = process.env.FILEMILL_STATE ?? '';
const MAIL_MS = 20_000;

/** Address of something at the running stack. */
export const urlOf = (path: string): string => new URL(path, process.env.FILEMILL_URL).href;

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Identity of a caller: headers with a token, a key or nothing. */
export type By = Readonly<Record<string, string>>;

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const body = (text === '' ? null : JSON.parse(text)) as T;
  return { status: response.status, headers: response.headers, body };
}

/** One call with a JSON body. */
export async function call<T = Record<string, unknown>>(
  method: string,
  path: string,
  by: By = {},
  body?: unknown,
): Promise<Answer<T>> {
  const headers = { ...by, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return answerOf<T>(await fetch(urlOf(path), init));
}

/** Uploads a file to be converted to WebP; guests name a fingerprint. */
export async function convert(path: string, file: Buffer, by: By = {}): Promise<Answer> {
  const form = new FormData();
  form.append('outputFormat', 'webp');
  if (path === '/api/guest/convert') form.append('guestFingerprint', randomUUID().replaceAll('-', ''));
  form.append('file', new File([new Uint8Array(file)], 'a.png'));
  return answerOf(await fetch(urlOf(path), { method: 'POST', body: form, headers: by }));
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly by: By;
}

/** Registers a new user. */
export async function aPerson(): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const { body, status } = await call<{ token: string; user: { id: string } }>(
    'POST',
    '/api/register',
    {},
    {
      ...{ email, username: 'Somebody', password: 'correct horse' },
    },
  );
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { id: body.user.id, email, by: { authorization: `Bearer ${body.token}` } };
}

/** Runs SQL directly on the stack's database. */
export async function sql(statement: string): Promise<void> {
  const { ports } = JSON.parse(readFileSync(stateFile, 'utf8')) as { ports: Record<string, number> };
  const run = join(dirname(stateFile), 'run');
  const connection = ['-h', run, '-p', String(ports.postgres), '-U', 'filemill_owner', '-d', 'filemill'];
  await exec('/usr/bin/psql', [...connection, '-qc', statement]);
}

/** Makes a user an administrator as the documented command does: in the database of accounts. */
export const promote = ({ id }: Person): Promise<void> =>
  sql(`UPDATE accounts.users SET is_admin = true WHERE id = '${id}'`);

/** Subject and text of a mail to an address, once it has arrived. */
export async function mailTo(email: string): Promise<string> {
  const folder = join(dirname(stateFile), 'mail');
  for (const giveUpAt = Date.now() + MAIL_MS; Date.now() < giveUpAt; await sleep(200))
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.eml'))) {
      const mail = await PostalMime.parse(readFileSync(join(folder, name)));
      if (mail.to?.some(({ address }) => address === email)) return `${mail.subject}\n${mail.text}`;
    }
  throw new Error('no mail has come');
}

/** The first event of a name on the caller's stream. */
export async function firstEvent(name: string, by: By): Promise<Record<string, unknown>> {
  const stop = new AbortController();
  const response = await fetch(urlOf('/api/events'), { headers: by, signal: stop.signal });
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const [, data] = new RegExp(`event: ${name}\\n(?:id: .*\\n)?data: (.*)\\n\\n`).exec(text) ?? [];
      if (data !== undefined) return JSON.parse(data) as Record<string, unknown>;
    }
  } finally {
    stop.abort();
  }
  throw new Error(`no event ${name}: ${text}`);
}

/** Begins one upload after another by a user, none of which ends, until one is refused. @returns the refusal */
export async function refusedBeside(uploads: number, by: By): Promise<Record<string, unknown>> {
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nbegun';
  const headers = { ...by, 'content-type': 'multipart/form-data; boundary=b' };
  const held = Array.from({ length: uploads + 1 }, () =>
    request(urlOf('/api/convert/image'), { method: 'POST', headers }),
  );
  try {
    const answered = held.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>);
    for (const upload of held) upload.write(part);
    const [response] = await Promise.race(answered);
    for (const answer of answered) answer.catch(() => undefined); // cut below
    return JSON.parse(String(Buffer.concat(await response.toArray()))) as Record<string, unknown>;
  } finally {
    for (const upload of held) upload.on('error', () => undefined).destroy();
  }
}
