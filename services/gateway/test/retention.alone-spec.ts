import { HEADERS } from '@filemill/product';
import { afterEach, describe, expect, it } from '@jest/globals';
import { moveClock, resetClock } from './clock.js';
import {
  aGuest,
  aPng,
  aVideo,
  convert,
  filesBelow,
  getConversion,
  putOrphans,
  submitAsync,
  until,
  url,
  waitForEnding,
} from './stack.js';

const MINUTE = 60_000;

afterEach(resetClock);

/** An upload that sends its first megabyte and then stops. @returns the status of its answer, 0 if there is none */
async function stuckUpload(): Promise<number> {
  const head = [
    '--part',
    'Content-Disposition: form-data; name="file"; filename="a.wav"',
    'Content-Type: audio/wav',
    '',
    '',
  ].join('\r\n');
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.concat([Buffer.from(head), Buffer.alloc(1024 * 1024)]));
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=part', [HEADERS.fingerprint]: aGuest() };
  const sending = fetch(url('/api/guest/convert'), {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);
  return sending.then(
    (response) => response.status,
    () => 0,
  );
}

describe('retention of files', () => {
  it('erases the input as soon as its conversion has ended', async () => {
    const guest = aGuest();
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'jpg', guest });
    await until(
      'the input is gone',
      () => !filesBelow('store').some((path) => path.endsWith(`${conversion.id}/input`)),
    );
    expect(filesBelow('store').filter((path) => path.includes(conversion.id))).toHaveLength(1);
  });

  it('ends links after 57 minutes and leaves nothing in the store after 61: no unfinished work, orphan or part', async () => {
    const guest = aGuest();
    const { conversion } = await convert({ name: 'a.png', bytes: await aPng(), to: 'webp', guest });
    const unfinishedGuest = aGuest();
    const unfinished = await submitAsync({
      name: 'a.mp4',
      bytes: await aVideo(20, '1280x720'),
      to: 'webm',
      guest: unfinishedGuest,
    });

    putOrphans('input', '.upload-0123456789abcdef-input');
    const uploads = () => filesBelow('store').filter((path) => path.includes('/.upload-')).length;
    const uploadsBefore = uploads();
    const stuck = stuckUpload();
    await until('the stuck upload has begun', () => uploads() > uploadsBefore);

    await moveClock(58 * MINUTE);
    const answer = await fetch(url(`/api/download/${conversion.id}`), {
      headers: { [HEADERS.fingerprint]: guest },
    });
    expect(answer.status).toBe(410);
    const late = await waitForEnding(unfinished, unfinishedGuest);
    expect(late.error?.code).toBe('engine_timeout');

    await moveClock(61 * MINUTE);
    await until('the store is empty', () => filesBelow('store').length === 0, 45_000);
    expect((await getConversion(conversion.id, guest)).downloadUrl).toBeNull();
    expect(filesBelow('work')).toEqual([]);
    expect(await stuck).not.toBe(200);
  });
});
