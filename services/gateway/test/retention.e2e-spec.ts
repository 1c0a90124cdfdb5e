import { afterEach, describe, expect, it } from '@jest/globals';
import {
  aGuest,
  aPng,
  aVideo,
  convert,
  ended,
  filesBelow,
  getConversion,
  moveClock,
  resetClock,
  submitAsync,
  until,
  url,
} from './stack.js';

const MINUTE = 60_000;

afterEach(resetClock);

describe('the hour', () => {
  it('erases the input as soon as its conversion has ended', async () => {
    const guest = aGuest();
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'jpg', guest });
    await until(
      'the input is gone',
      () => !filesBelow('store').some((path) => path.endsWith(`${conversion.id}/input`)),
    );
    expect(filesBelow('store').filter((path) => path.includes(conversion.id))).toHaveLength(1);
  });

  it('ends links at 57 minutes and leaves nothing in the store after 61, unfinished work included', async () => {
    const guest = aGuest();
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'webp', guest });
    const unfinishedGuest = aGuest();
    const unfinished = await submitAsync({
      name: 'a.mp4',
      bytes: await aVideo(20, '1280x720'),
      to: 'webm',
      guest: unfinishedGuest,
    });

    await moveClock(58 * MINUTE);
    const answer = await fetch(url(`/api/download/${conversion.id}`), {
      headers: { 'x-guest-fingerprint': guest },
    });
    expect(answer.status).toBe(410);
    const late = await ended(unfinished, unfinishedGuest);
    expect(late.error?.code).toBe('engine_timeout');

    await moveClock(61 * MINUTE);
    await until('the store is empty', () => filesBelow('store').length === 0, 45_000);
    expect((await getConversion(conversion.id, guest)).downloadUrl).toBeNull();
    expect(filesBelow('work')).toEqual([]);
  }, 120_000);
});
