import type { UsageClient } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { ReadingTimedOut } from '@filemill/formats';
import type { ObjectStore } from '@filemill/storage';
import { describe, expect, it } from '@jest/globals';
import type { Detection } from '../uploads/detection.js';
import type { ReceivedUpload } from '../uploads/upload-receiver.js';
import { UploadInspector } from './upload-inspector.js';

const upload = {
  caller: { kind: 'guest', fingerprint: 'a'.repeat(32), address: '192.0.2.1' },
  form: { outputFormat: 'jpg' },
  file: { sizeBytes: 9, fileName: 'a', head: Buffer.alloc(9), permit: { conversionId: 'id' } },
} as unknown as ReceivedUpload;

/** The failed work that is counted when detection ends in an error. */
async function countedAfter(error: Error): Promise<unknown[]> {
  const counted: unknown[] = [];
  const usage = { countFailedWork: async (request: unknown) => void counted.push(request) };
  const detection = { detectInput: () => Promise.reject(error) };
  const inspector = new UploadInspector(
    {} as ObjectStore,
    usage as unknown as UsageClient,
    detection as unknown as Detection,
  );
  await expect(inspector.requestOf(upload, undefined)).rejects.toBe(error);
  return counted;
}

describe('UploadInspector', () => {
  it('charges the reader’s time to the owner of a file that kept the reader busy', async () => {
    expect(await countedAfter(new ReadingTimedOut())).toEqual([
      {
        conversionId: 'id',
        owner: { kind: 'guest', id: 'a'.repeat(32), address: '192.0.2.1', plan: 'guest' },
        engineMs: 2_000,
      },
    ]);
  });

  it('charges nothing for a file that is only damaged', async () => {
    expect(await countedAfter(new AppError('FILE_CORRUPT'))).toEqual([]);
  });
});
