/** Readers with one fault each, by the format that a file is taken for. */
export const FORMATS = ['right'];

export const isAnswer = (error) => error.code === 'FILE_CORRUPT';

export const detect = async (bytes) => (bytes.length === 0 ? undefined : 'right');

const leaked = [];

const FAULTS = {
  right: () => undefined,
  refusing: () => {
    throw Object.assign(new Error('it is broken'), { code: 'FILE_CORRUPT' });
  },
  crashing: () => {
    throw new TypeError('planted');
  },
  slow: () => {
    const startedAt = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - startedAt < 250_000);
  },
  endless: () => {
    for (;;);
  },
  dying: () => {
    for (const held = []; ; ) held.push(new Array(100_000).fill(held.length));
  },
  taking: () => Buffer.alloc(100 * 1_048_576, 1).length,
  leaking: () => leaked.push(Buffer.alloc(1_048_576, 1)),
};

export const readersOf = (bytes, format) => [['planted', async () => FAULTS[format](bytes)]];
