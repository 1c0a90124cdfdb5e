import type { NamedReader } from '../protocol.ts';

/** Readers with one fault each, by the format that a file is taken for. */
export const FORMATS = ['right'];

class Refusal extends Error {
  readonly code = 'FILE_CORRUPT';
}

export const refusalCode = (error: unknown): string | undefined =>
  error instanceof Refusal ? error.code : undefined;

export const detect = async (bytes: Buffer): Promise<string | undefined> =>
  bytes.length === 0 ? undefined : 'right';

const leaked: Buffer[] = [];

const FAULTS: Readonly<Record<string, () => unknown>> = {
  right: () => undefined,
  refusing: () => {
    throw new Refusal('it is broken');
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
    for (const held: number[][] = []; ; ) held.push(new Array(100_000).fill(held.length));
  },
  taking: () => Buffer.alloc(100 * 1_048_576, 1).length,
  leaking: () => leaked.push(Buffer.alloc(1_048_576, 1)),
};

export const readersOf = (_bytes: Buffer, format: string): NamedReader[] => [
  ['planted', async () => FAULTS[format]?.()],
];
