import { createServer, type Server } from 'node:http';
import type { Address } from 'postal-mime';
import type { CaughtMail, MailFolder } from './mail-folder.ts';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const escapeHtml = (text = ''): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const withLinks = (text = ''): string =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, i) =>
      i % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
const addresses = (list: readonly Address[] = []): string => list.map(({ address }) => address).join(', ');

const STYLE =
  'body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:start;padding:.25rem 1rem .25rem 0}pre{white-space:pre-wrap}';
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body}</html>`;

const row = ({ name, date, to, subject }: CaughtMail): string =>
  `<tr><td>${escapeHtml(date)}<td>${escapeHtml(addresses(to))}<td><a href="/${name}">${escapeHtml(subject) || 'no subject'}</a>`;

const list = (mails: readonly CaughtMail[]): string =>
  page(
    'Caught mail',
    mails.length === 0
      ? '<p>None yet.'
      : `<table><tr><th>Date<th>To<th>Subject${mails.map(row).join('')}</table>`,
  );

const mail = ({ name, subject, to, text }: CaughtMail): string =>
  page(
    escapeHtml(subject),
    `<p>To ${escapeHtml(addresses(to))} · <a href="/${name}?raw">source</a> · <a href="/">all</a><pre>${withLinks(text)}</pre>`,
  );

const NOT_FOUND: Answer = { status: 404, type: 'text/plain', body: 'not found' };
const html = (body: string): Answer => ({ status: 200, type: 'text/html', body });

/** The host names that a browser on this machine uses. */
const OUR_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

async function answer(folder: MailFolder, { pathname, search }: URL): Promise<Answer> {
  if (pathname === '/') {
    const mails = await Promise.all((await folder.names()).map((name) => folder.read(name)));
    return html(list(mails.filter((found) => found !== undefined)));
  }
  const name = pathname.slice(1);
  if (search === '?raw') {
    const body = await folder.source(name);
    return body ? { status: 200, type: 'text/plain', body } : NOT_FOUND;
  }
  const found = await folder.read(name);
  return found ? html(mail(found)) : NOT_FOUND;
}

/** A page that lists the caught mails, for a person at this machine: `/`, `/<name>` and `/<name>?raw`. */
export function createPage(folder: MailFolder): Server {
  return createServer((request, response) => {
    // DNS rebinding: a foreign web page whose host name resolves to this address must not read links to reset passwords.
    const isOurs = OUR_HOST.test(request.headers.host ?? '');
    const url = URL.parse(request.url ?? '/', 'http://mail');
    const answered = isOurs && url ? answer(folder, url) : Promise.resolve(NOT_FOUND);
    answered
      .catch((error) => {
        console.error(error);
        return { status: 500, type: 'text/plain', body: 'failed; see the log' };
      })
      .then(({ status, type, body }) => {
        response
          .writeHead(status, {
            'content-type': `${type}; charset=utf-8`,
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
          .end(body);
      });
  });
}
