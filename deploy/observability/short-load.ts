import { HEADERS } from '@filemill/product';
import { aPerson, becomePro, call, convertAs } from '../../services/gateway/test/person.ts';
import {
  aGuest,
  aPng,
  aVideo,
  aWav,
  convert,
  submit,
  submitAsync,
  url,
  waitForEnding,
} from '../../services/gateway/test/stack.ts';

/** Uses every feature a little, so that every metric has data. Takes some seconds. */
export async function shortLoad(): Promise<void> {
  const picture = await aPng();
  await Promise.all([loadOfGuests(picture), cancel(), buy(picture), signInWithWrongPassword()]);
}

async function loadOfGuests(picture: Buffer): Promise<void> {
  await convert({ name: 'a.png', bytes: picture, to: 'webp' });
  await convert({ name: 'b.wav', bytes: await aWav(), to: 'mp3' });
  await convert({ name: 'c.txt', bytes: 'A page of text.\n', to: 'pdf' });
  await expectStatus(422, submit({ name: 'd.png', bytes: picture.subarray(0, 200), to: 'webp' }));
  await expectStatus(415, submit({ name: 'e.png', bytes: Buffer.from([0, 1, 2, 3]), to: 'webp' }));
}

/** A guest may convert one file at once: the second is refused by the plan, and the first is cancelled. */
async function cancel(): Promise<void> {
  const guest = aGuest();
  const headers = { [HEADERS.fingerprint]: guest };
  const id = await submitAsync({ name: 'f.mp4', bytes: await aVideo(20, '1280x720'), to: 'webm', guest });
  await expectStatus(429, submit({ name: 'g.wav', bytes: await aWav(), to: 'mp3', guest }));
  const events = await fetch(url(`/api/conversions/${id}/events`), { headers });
  await expectStatus(204, fetch(url(`/api/conversions/${id}`), { method: 'DELETE', headers }));
  await events.text();
  await waitForEnding(id, guest);
}

async function buy(picture: Buffer): Promise<void> {
  const person = await aPerson();
  await becomePro(person);
  const { apiKey } = (await call<{ apiKey: string }>('POST', '/api/user/api-key', person)).body;
  await expectStatus(200, convertAs({ apiKey }, 'image', { name: 'h.png', bytes: picture, to: 'jpg' }));
  await call('GET', '/api/validate-key', { apiKey });
}

async function signInWithWrongPassword(): Promise<void> {
  const { email, password } = await aPerson();
  await expectStatus(401, call('POST', '/api/login', { body: { email, password: `${password}?` } }));
  await expectStatus(200, call('POST', '/api/login', { body: { email, password } }));
  await call('POST', '/api/forgot-password', { body: { email } });
}

async function expectStatus(status: number, answer: Promise<{ readonly status: number }>): Promise<void> {
  const { status: found } = await answer;
  if (found !== status) throw new Error(`the load got the status ${found} instead of ${status}`);
}
