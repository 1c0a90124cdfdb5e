import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStore, type ObjectStore } from '../src/index.js';
import { testObjectStore } from '../src/object-store.conformance.js';
import { TestS3 } from '../src/testing.js';

const missing = TestS3.missing();
if (missing) console.warn(`S3ObjectStore is not tested: ${missing}`);
/** Time for the build, if it was not done before. */
const BUILD_TIMEOUT_MS = 600_000;

(missing ? describe.skip : describe)('S3ObjectStore', () => {
  let server: TestS3;
  let store: ObjectStore;
  beforeAll(async () => {
    server = await TestS3.start();
    Object.assign(process.env, server.credentials);
    store = await createStore({ STORE_URL: server.storeUrl, STORE_MAX_USED_PERCENT: 90 });
  }, BUILD_TIMEOUT_MS);
  afterAll(() => server.stop());

  testObjectStore(() => store);

  it('answers UNAVAILABLE after its retries if no server listens or the bucket is missing', async () => {
    const nobody = await createStore({
      STORE_URL: 's3://filemill?region=us-east-1&endpoint=http://127.0.0.1:9',
      STORE_MAX_USED_PERCENT: 90,
    });
    const noBucket = await createStore({
      STORE_URL: server.storeUrl.replace('filemill', 'other-bucket'),
      STORE_MAX_USED_PERCENT: 90,
    });
    for (const broken of [nobody, noBucket]) {
      await expect(broken.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(broken.get('a/b')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      const put = broken.put('a/b', Readable.from([Buffer.from('x')]));
      await expect(put).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });
});
