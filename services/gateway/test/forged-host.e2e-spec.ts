import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it } from '@jest/globals';
import { aPerson, call, mailTo } from './person.js';
import { aPng, state, until, url } from './stack.js';

const EVIL = 'evil.example';
/** Every way in which a request may claim another host. */
const FORGED: Record<string, string> = {
  host: EVIL,
  'x-forwarded-host': EVIL,
  'x-forwarded-server': EVIL,
  'x-original-host': EVIL,
  'x-host': EVIL,
  forwarded: `host=${EVIL};proto=https`,
  'x-forwarded-proto': 'https',
};

/** Sends a request that `fetch` refuses to send. @returns headers and body as one text */
async function forged(method: string, path: string, headers: object = {}, body?: Buffer | string) {
  const sent = request(url(path), { method, headers: { ...FORGED, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = String(Buffer.concat(await response.toArray()));
  return { status: response.statusCode, all: `${response.rawHeaders.join('\n')}\n\n${text}`, text };
}

it('never puts a forged Host header into a page, redirect, link, mail or payment', async () => {
  const person = await aPerson();
  const bearer = { authorization: `Bearer ${person.token}` };
  const json = { ...bearer, 'content-type': 'application/json' };
  const answers = [];
  for (const path of ['/', '/de', '/en', '/en/docs', '/docs/', '/index.html', '/privacy-policy', '/none'])
    answers.push(await forged('GET', path, { accept: 'text/html' }));
  for (const path of ['/robots.txt', '/sitemap.xml', '/site-config.json', '/api/openapi.json', '/api/user'])
    answers.push(await forged('GET', path, bearer));

  const form = new FormData();
  form.append('outputFormat', 'webp');
  form.append('file', new File([new Uint8Array(await aPng())], 'a.png'));
  const upload = new Request('http://localhost', { method: 'POST', body: form });
  const type = { 'content-type': upload.headers.get('content-type') ?? '', prefer: 'respond-async' };
  const body = Buffer.from(await upload.arrayBuffer());
  const accepted = await forged('POST', '/api/convert/image', { ...bearer, ...type }, body);
  expect(accepted.status).toBe(202);
  const { conversionId } = JSON.parse(accepted.text) as { conversionId: string };
  const done = async () => (await forged('GET', `/api/conversions/${conversionId}`, bearer)).text;
  await until('it is converted', async () => (await done()).includes('"completed"'));
  const zip = JSON.stringify({ conversionIds: [conversionId] });
  answers.push(accepted, await forged('GET', `/api/conversions/${conversionId}`, bearer));
  answers.push(await forged('POST', '/api/download/zip', json, zip));

  const checkout = await forged('POST', '/api/create-checkout-session', bearer);
  expect(checkout.status).toBe(200);
  const { checkoutUrl } = JSON.parse(checkout.text) as { checkoutUrl: string };
  const page = await fetch(checkoutUrl);
  answers.push(checkout, { all: await page.text() });
  expect(new URL(checkoutUrl).port).toBe(String(state().ports.stripe));

  const asked = await forged('POST', '/api/forgot-password', json, JSON.stringify({ email: person.email }));
  expect(asked.status).toBe(200);
  const mail = await mailTo(person.email);
  expect(mail).toContain(url('/reset-password?token='));
  answers.push(asked, { all: mail });

  for (const { all } of answers) expect(all).not.toContain(EVIL);
  expect((await call('GET', '/api/user', person)).status).toBe(200);
});
