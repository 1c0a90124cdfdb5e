import type { Language } from '@filemill/product';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { PurgeService } from '../src/background/purge.service.js';
import { anAddress, type SignedInUser, useRig } from './support/rig.js';

const MINUTE_MS = 60_000;
const invalid = { code: 'INVALID_REQUEST', params: { fields: { token: 'invalid or expired' } } };

const rig = useRig();
beforeEach(() => rig.reset());

const requestMail = (email: string, language?: Language): Promise<unknown> =>
  rig.client.forgotPassword({ email, address: anAddress(), language });
const reset = (token: string, password = 'a new one'): Promise<unknown> =>
  rig.client.resetPassword({ token, password, address: anAddress() });

/** Requests a mail and returns the token in it. */
async function requestToken({ email }: SignedInUser): Promise<string> {
  await requestMail(email);
  await rig.deliver('mail');
  return rig.mailbox.tokenFor(email);
}

describe('ForgotPassword', () => {
  it('sends one mail to an address with an account, in the language of the page or of the user', async () => {
    const { email } = await rig.addUser({ language: 'de' });
    await requestMail(email, 'ja');
    await requestMail(email);
    await requestMail('nobody@example.com');
    await rig.deliver('mail');
    expect(rig.mailbox.mails.map(({ to }) => to)).toEqual([email, email]);
    const [japanese, german] = rig.mailbox.mails.map(({ source }) => source);
    expect(japanese).toContain('一度だけ有効です');
    expect(german).toContain('Neues Passwort');
    expect(german).toMatch(/^From: "?Mill & Sons"? <help@mill\.example>/m);
    expect(german).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(german).toMatch(/https:\/\/mill\.example\/reset-password\?token=[\w-]{43}/);
    expect(await rig.sql.query('SELECT FROM outbox')).toEqual([]);
  });

  it('sends at most three mails to one address and gives the same answer each time', async () => {
    const { email } = await rig.addUser();
    for (let n = 0; n < 5; n++) await expect(requestMail(email)).resolves.toEqual({});
    await rig.deliver('mail');
    expect(rig.mailbox.mails).toHaveLength(3);
  });

  it('sends no mail to a suspended user', async () => {
    const { id, email } = await rig.addUser();
    await rig.client.suspendUser({ userId: id });
    await requestMail(email);
    await rig.deliver('mail');
    expect(rig.mailbox.mails).toEqual([]);
  });

  it('refuses an invalid e-mail address with INVALID_REQUEST', async () => {
    await expect(requestMail('nobody')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('ResetPassword', () => {
  it('sets the password, ends all sessions and confirms it by mail', async () => {
    const user = await rig.addUser();
    const second = (await rig.login(user.email)).token;
    await reset(await requestToken(user));
    for (const bearerToken of [user.token, second])
      await expect(rig.client.identify({ bearerToken })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(rig.login(user.email)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(rig.login(user.email, 'a new one')).resolves.toBeDefined();
    await rig.deliver('mail');
    expect(rig.mailbox.mails.at(-1)?.source).toContain('Your Mill & Sons password was changed');
  });

  it('accepts a token once, even when two requests arrive together', async () => {
    const token = await requestToken(await rig.addUser());
    const outcomes = await Promise.allSettled([reset(token), reset(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(reset(token)).rejects.toMatchObject(invalid);
  });

  it('accepts only the newer of two tokens', async () => {
    const user = await rig.addUser();
    const [first, second] = [await requestToken(user), await requestToken(user)];
    await expect(reset(first)).rejects.toMatchObject(invalid);
    await expect(reset(second)).resolves.toEqual({});
  });

  it('accepts a token for 30 minutes, then deletes it', async () => {
    const [one, other] = [await rig.addUser(), await rig.addUser()];
    const [early, late] = [await requestToken(one), await requestToken(other)];
    rig.offsetMs = 29 * MINUTE_MS;
    await reset(early);
    rig.offsetMs = 31 * MINUTE_MS;
    await expect(reset(late)).rejects.toMatchObject(invalid);
    await rig.get(PurgeService).run();
    expect(await rig.sql.query('SELECT FROM password_resets WHERE user_id = $1', [other.id])).toEqual([]);
  });

  it('refuses a short password and keeps the token valid', async () => {
    const token = await requestToken(await rig.addUser());
    const short = reset(token, '12345');
    await expect(short).rejects.toMatchObject({ params: { fields: { password: expect.any(String) } } });
    await expect(reset(token)).resolves.toEqual({});
  });

  it('lets the owner sign in although guesses by others are blocked', async () => {
    const user = await rig.addUser();
    const guesses = Array.from({ length: 25 }, () => rig.login(user.email, 'guess'));
    await Promise.allSettled(guesses);
    await expect(rig.login(user.email)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await reset(await requestToken(user));
    await expect(rig.login(user.email, 'a new one')).resolves.toBeDefined();
  });
});

describe('mail', () => {
  it('is delivered once when the mail server is reachable again, and the call succeeds meanwhile', async () => {
    const user = await rig.addUser();
    await rig.mailbox.close();
    await requestMail(user.email);
    await rig.deliver('mail');
    expect(await rig.sql.query('SELECT attempts FROM outbox')).toEqual([{ attempts: 1 }]);
    expect(await rig.metric('outbox_deliveries_total', { receiver: 'mail', outcome: 'failed' })).toBe(1);
    await rig.mailbox.open();
    // After two hours in the queue the link is still valid, because it was made when the mail was sent.
    rig.offsetMs = 120 * MINUTE_MS;
    await Promise.all([rig.deliver('mail'), rig.deliver('mail'), rig.deliver('mail')]);
    expect(rig.mailbox.mails).toHaveLength(1);
    await expect(reset(rig.mailbox.tokenFor(user.email))).resolves.toEqual({});
  });

  it('is deleted when the mail server refuses it permanently, or after a day', async () => {
    const { email } = await rig.addUser();
    rig.mailbox.refuseWith = 550;
    await requestMail(email);
    await rig.deliver('mail');
    expect(await rig.sql.query('SELECT FROM outbox')).toEqual([]);
    rig.mailbox.refuseWith = 450;
    await requestMail(email);
    await rig.deliver('mail');
    expect(await rig.sql.query('SELECT FROM outbox')).toHaveLength(1);
    rig.mailbox.refuseWith = undefined;
    rig.offsetMs = 25 * 60 * MINUTE_MS;
    await rig.deliver('mail');
    expect(await rig.sql.query('SELECT FROM outbox')).toEqual([]);
    expect(rig.mailbox.mails).toEqual([]);
  });
});
