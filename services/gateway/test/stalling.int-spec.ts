import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STALLING } from './hostile/stalling.js';
import { pngFile, TestGateway } from './support/gateway.js';

describe('an upload that is built to keep its reader busy', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.completeWith(Buffer.from('converted'), 'jpg');
  });
  afterAll(() => gateway.stop());

  it.each(STALLING)('is answered, and the next upload converts: %s', async (_what, content) => {
    const file = new File([Buffer.from(content, 'latin1')], 'upload');
    const stalling = gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', file],
    ]);
    // Detection runs in a thread, so this process answers meanwhile.
    expect((await gateway.fetch('/api/plans')).status).toBe(200);
    expect([200, 415, 422]).toContain((await stalling).status);
    const next = await gateway.convert([
      ['outputFormat', 'jpg'],
      ['file', pngFile()],
    ]);
    expect(next.status).toBe(200);
  });
});
