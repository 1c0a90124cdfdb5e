import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailFolder } from './mail-folder.ts';
import { createPage } from './page.ts';
import { createCatcher } from './smtp.ts';

const path = mkdtempSync(`${tmpdir()}/filemill-mail-`);
const folder = new MailFolder(path);
const catcher = createCatcher(folder);
const page = createPage(folder);
let smtpPort: number;
let pagePort: number;

beforeAll(async () => {
  await once(catcher.listen(0, '127.0.0.1'), 'listening');
  await once(page.listen(0, '127.0.0.1'), 'listening');
  smtpPort = (catcher.server.address() as AddressInfo).port;
  pagePort = (page.address() as AddressInfo).port;
});
afterAll(async () => {
  page.closeAllConnections();
  page.close();
  await new Promise<void>((resolve) => catcher.close(resolve));
  rmSync(path, { recursive: true });
});

/** Sends one line after each answer, as a mail client does. @returns the status of each answer */
async function send(message: string): Promise<number[]> {
  const socket = connect(smtpPort, '127.0.0.1');
  const lines = [
    'EHLO test',
    'MAIL FROM:<a@b.example>',
    'RCPT TO:<ada@b.example>',
    'DATA',
    `${message}\r\n.`,
    'QUIT',
  ];
  const statuses: number[] = [];
  for await (const answer of createInterface({ input: socket })) {
    if (answer[3] === '-') continue;
    statuses.push(Number(answer.slice(0, 3)));
    const line = lines.shift();
    if (line) socket.write(`${line}\r\n`);
  }
  return statuses;
}

const aMail = (subject: string, body: string): string =>
  ['From: a@b.example', 'To: ada@b.example', `Subject: ${subject}`, '', body].join('\r\n');

async function get(target: string, host = `127.0.0.1:${pagePort}`) {
  const sent = request({ port: pagePort, host: '127.0.0.1', path: target, headers: { host } }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, body: await text(response) };
}

describe('the mail catcher', () => {
  it('keeps a message and shows it with its markup escaped', async () => {
    const link = 'http://localhost:3000/reset-password?token=abc&x=1';
    expect(await send(aMail('=?utf-8?q?Gr=C3=BC=C3=9Fe_<b>?=', `<script>\r\n${link}`))).toEqual([
      220, 250, 250, 250, 354, 250, 221,
    ]);
    const [name = ''] = await folder.names();
    expect(statSync(`${path}/${name}`).mode & 0o777).toBe(0o600);
    const list = await get('/');
    expect(list.body).toContain('Grüße &#60;b&#62;');
    const shown = await get(`/${name}`);
    expect(shown.body).toContain(`<a href="${link.replace('&', '&#38;')}">`);
    expect(shown.body).not.toContain('<script>');
    expect((await get(`/${name}?raw`)).body).toContain('Subject: =?utf-8?q?');
  });

  it('refuses requests with another host name, and serves no file of another folder', async () => {
    expect((await get('/', 'evil.example')).status).toBe(404);
    for (const target of ['/../../etc/passwd', '/%2e%2e/x.eml', '/none.eml'])
      expect((await get(target)).status).toBe(404);
  });

  it('keeps the newest two hundred', async () => {
    for (let n = 0; n < 205; n++) await folder.add(Buffer.from(aMail(`number ${n}`, 'text')));
    expect(readdirSync(path)).toHaveLength(200);
    const [newest = ''] = await folder.names();
    expect(await folder.read(newest)).toMatchObject({ subject: 'number 204' });
  });
});
