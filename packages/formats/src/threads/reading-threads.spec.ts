import { AppError } from '@filemill/errors';
import { afterAll, describe, expect, it } from '@jest/globals';
import { BufferByteReader, type ByteReader } from '../bytes/byte-reader.js';
import { ReadingThreads, ReadingTimedOut } from './reading-threads.js';

const LIMITS = { threads: 2, memoryMb: 128, cpuMs: 500, wallMs: 60_000 };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const threads = new ReadingThreads(LIMITS);
afterAll(() => threads.close());

/** A zip of one empty encrypted file. */
function lockedZip(): Buffer {
  const [local, central, end] = [Buffer.alloc(31, 0), Buffer.alloc(47, 0), Buffer.alloc(22, 0)];
  local.write('PK\x03\x04', 'latin1');
  central.write('PK\x01\x02', 'latin1');
  end.write('PK\x05\x06', 'latin1');
  // Flags, length of the name, the name.
  for (const [header, at] of [
    [local, 6],
    [central, 8],
  ] as const) {
    header.writeUInt16LE(1, at);
    header.writeUInt16LE(1, at + 20);
    header.write('a', header.length - 1);
  }
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** Answers the first read; later reads hang until the test releases them. */
class HangingReader implements ByteReader {
  readonly sizeBytes = 1_000_000;
  private readonly gate = Promise.withResolvers<void>();
  readonly asked = Promise.withResolvers<void>();

  async read(offset: number, length: number): Promise<Buffer> {
    if (offset === 0) return Buffer.from('PK\x03\x04'.padEnd(length));
    this.asked.resolve();
    await this.gate.promise;
    return Buffer.alloc(length);
  }

  letGo(): void {
    this.gate.resolve();
  }
}

describe('ReadingThreads', () => {
  it('keeps the system code of a file that cannot be opened', async () => {
    const reading = threads.run('inspectInput', { path: '/nowhere/at-all' }, { format: 'png' });
    await expect(reading).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('detect a format with bytes that the main thread reads', async () => {
    expect(await threads.run('detect', new BufferByteReader(PNG), undefined)).toBe('png');
  });

  it('pass on errors of the store', async () => {
    const error = new AppError('UNAVAILABLE');
    const reader = { sizeBytes: 10, read: () => Promise.reject(error) };
    await expect(threads.run('detect', reader, undefined)).rejects.toBe(error);
  });

  it('keep the error code of a reader', async () => {
    const look = threads.run('inspectInput', new BufferByteReader(lockedZip()), { format: 'zip' });
    await expect(look).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });

  it('stop when the signal of the job aborts', async () => {
    const reader = new HangingReader();
    const job = new AbortController();
    const reading = threads.run('detect', reader, undefined, { signal: job.signal });
    await reader.asked.promise;
    const reason = new Error('cancelled');
    job.abort(reason);
    await expect(reading).rejects.toBe(reason);
    reader.letGo();
  });

  it('run one read of an owner at a time, and reads of other owners beside it', async () => {
    const first = new HangingReader();
    const order: string[] = [];
    const detect = (reader: ByteReader, owner: string, name: string) =>
      threads.run('detect', reader, undefined, { owner }).then(() => order.push(name));
    const slow = detect(first, 'one', 'slow');
    await first.asked.promise;
    const second = detect(new BufferByteReader(PNG), 'one', 'second');
    await detect(new BufferByteReader(PNG), 'other', 'other');
    expect(order).toEqual(['other']);
    first.letGo();
    await Promise.all([slow, second]);
    expect(order).toEqual(['other', 'slow', 'second']);
  });

  it('refuse reads when too many wait, and finish the waiting ones', async () => {
    const busy = new HangingReader();
    const reading = threads.run('detect', busy, undefined, { owner: 'crowd' });
    await busy.asked.promise;
    const crowd = Array.from({ length: 65 }, () =>
      threads.run('detect', new BufferByteReader(PNG), undefined, { owner: 'crowd' }).catch(AppError.from),
    );
    expect(await crowd[64]).toMatchObject({ code: 'OVERLOADED' });
    busy.letGo();
    await reading;
    expect(await Promise.all(crowd.slice(0, 64))).toEqual(Array(64).fill('png'));
  });

  it('end a read that takes too long with FILE_CORRUPT, and continue with the next', async () => {
    const limited = new ReadingThreads({ ...LIMITS, cpuMs: 50, wallMs: 500 });
    try {
      const endless = new HangingReader();
      const reading = limited.run('detect', endless, undefined);
      await expect(reading).rejects.toThrow(ReadingTimedOut);
      await expect(reading).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
      expect(await limited.run('detect', new BufferByteReader(PNG), undefined)).toBe('png');
      endless.letGo();
    } finally {
      await limited.close();
    }
  });
});
