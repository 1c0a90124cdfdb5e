import { readdirSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutView } from '@filemill/api';
import { aUser, becomesPro, pay, stripe } from '../../shared/people.ts';
import type { Rig } from '../rig/rig.ts';
import type { Fault } from './fault.ts';

const MINUTE = 60_000;
/** Mail is tried again with growing pauses. */
const MAIL_WITHIN_MS = 60_000;

/** F31 to F33: Stripe, mail, and files that cannot be erased. */
export const outside: readonly Fault[] = [
  {
    id: 'F31',
    title: 'Stripe is unreachable, then its events arrive repeatedly and in random order',
    isQuick: true,
    async run({ rig, client, seconds, expect }) {
      const user = await aUser(client);
      await stripe(rig.stack, 'setUnreachable', true);
      const answer = await client.post<CheckoutView>('/api/create-checkout-session', {}, user.headers);
      expect(
        'checkout answers 503 with Retry-After',
        answer.status === 503 && answer.headers.has('retry-after'),
        `${answer.status}`,
      );
      await sleep((1_000 * seconds(60)) / 2);
      await stripe(rig.stack, 'setUnreachable', false);
      await stripe(rig.stack, 'duplicateEvents', 3);
      await stripe(rig.stack, 'shuffleEvents', true);
      await pay(rig.stack, client, user);
      expect('a user who pays gets Pro', await becomesPro(client, user));
      await stripe(rig.stack, 'duplicateEvents', 1);
      await stripe(rig.stack, 'shuffleEvents', false);
      const again = await client.post<CheckoutView>('/api/create-checkout-session', {}, user.headers);
      expect('and only once', again.body?.status === 'already_subscribed', JSON.stringify(again.body));
    },
  },
  {
    id: 'F32',
    title: 'the mail server is unreachable',
    async run({ rig, client, seconds, expect }) {
      const user = await aUser(client);
      const mail = rig.child('mail');
      await mail.stop();
      const known = await client.post('/api/forgot-password', { email: user.email });
      const unknown = await client.post('/api/forgot-password', { email: `nobody-${user.email}` });
      expect(
        'known and unknown addresses get the same answer',
        known.status === 200 && known.bytes.equals(unknown.bytes),
        `${known.status}`,
      );
      await sleep(1_000 * seconds(60));
      mail.start();
      const sent = (): number => mailsTo(rig, user.email).filter((text) => text.includes('reset')).length;
      for (const end = Date.now() + MAIL_WITHIN_MS; sent() === 0 && Date.now() < end; await sleep(500));
      await sleep(1_000);
      expect('one mail arrives later', sent() === 1, `${sent()} came`);
    },
  },
  {
    id: 'F33',
    title: 'files cannot be erased when their hour is over',
    movesClock: true,
    async run({ rig, client, load, files, expect }) {
      const { sent } = await load.send(files.image[0], 'image', load.keyHolder);
      if (!sent) return expect('the upload is accepted', false);
      await client.ended(sent.caller, sent.id, 30_000);
      await load.stop(); // an hour passes, and running conversions would end with it
      const [key = ''] = await rig.row(`SELECT output_key FROM usage.conversions WHERE id = '${sent.id}'`);
      const folder = `${rig.storeFolder}/${key.slice(0, key.lastIndexOf('/'))}`;
      await chmod(folder, 0o500);
      await rig.moveClock(62 * MINUTE);
      const { status } = await client.call('GET', `/api/download/${sent.id}`, {
        headers: sent.caller.headers,
      });
      expect('access ends on time', status === 410, `${status}`);
      const overdue = await figure(rig, 'reaper_overdue_objects', (value) => value > 0);
      expect('the metric of the alert reports it', overdue > 0, `${overdue}`);
      await chmod(folder, 0o700);
      const left = await figure(rig, 'reaper_overdue_objects', (value) => value === 0);
      expect('all files are erased once that is possible', left === 0, `${left}`);
      await rig.moveClock(0);
      load.start();
    },
  },
];

/** Waits for two of the reaper's passes at most. */
async function figure(rig: Rig, name: string, isEnough: (value: number) => boolean): Promise<number> {
  let value = 0;
  for (let tries = 0; tries < 140; tries++, await sleep(500)) {
    value = await rig.metric('usage', name);
    if (isEnough(value)) return value;
  }
  return value;
}

function mailsTo(rig: Rig, email: string): string[] {
  const folder = `${rig.data}/mail`;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .filter((text) => text.includes(email));
}
