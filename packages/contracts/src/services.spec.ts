import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServiceName } from '@filemill/product';
import type { MessageTypeDefinition } from '@grpc/proto-loader';
import { describe, expect, it } from '@jest/globals';
import type { Conversion } from './gen/usage/v1/usage.js';
import { loadService, SERVICES } from './services.js';

/** Writes a message of the usage service and reads it again. */
function transfer<T extends object>(name: string, message: Partial<T>): T {
  const definition = loadService('usage')[`filemill.usage.v1.${name}`] as MessageTypeDefinition<
    Partial<T>,
    T
  >;
  return definition.deserialize(definition.serialize(message));
}

describe('loadService', () => {
  it.each(Object.keys(SERVICES))(
    'reads the proto of %s, whose enums have the words of their lists',
    (name) => {
      expect(() => loadService(name as ServiceName)).not.toThrow();
    },
  );
});

describe('baseline.binpb', () => {
  const fileOf = (name: string): Buffer => readFileSync(new URL(`../${name}`, import.meta.url));

  it('is the one of the last line of breaking.md', () => {
    const hash = createHash('sha256').update(fileOf('baseline.binpb')).digest('hex').slice(0, 16);
    expect(fileOf('breaking.md').toString().trimEnd().split('\n').at(-1)).toContain(` ${hash} `);
  });
});

describe('an enum', () => {
  it('arrives as the word that was sent', () => {
    const owner = { kind: 'user', id: '', address: '', plan: 'pro' } as const;
    expect(
      transfer<Conversion>('Conversion', { owner, status: 'completed', category: 'ebook' }),
    ).toMatchObject({
      owner,
      status: 'completed',
      category: 'ebook',
    });
  });

  it('is the empty string if it was not set, and a number if it is unknown', () => {
    expect(transfer<Conversion>('Conversion', {}).status).toBe('');
    const status = 99 as unknown as Conversion['status'];
    expect(transfer<Conversion>('Conversion', { status }).status).toBe(99);
  });
});

describe('an optional field', () => {
  it('arrives alone if it is set, and not at all if it is absent', () => {
    const conversion = transfer<Conversion>('Conversion', { queuePosition: 0 });
    expect(conversion).toMatchObject({ queuePosition: 0 });
    expect(Object.keys(conversion).filter((name) => name.startsWith('_'))).toEqual([]);
    expect(conversion).not.toHaveProperty('processingMs');
  });
});

describe('a struct', () => {
  const transferred = (errorParams: object): unknown =>
    transfer<Conversion>('Conversion', { errorParams }).errorParams;

  it.each<[string, object]>([
    ['integers above 2^32', { bytes: 2 ** 40 + 1, largest: Number.MAX_SAFE_INTEGER, least: -(2 ** 53) + 1 }],
    ['fractions and zero', { share: 0.1, tiny: 5e-324, none: 0 }],
    ['null', { none: null, list: [null, 1] }],
    ['texts and booleans', { text: 'ß 漢 \u0000', empty: '', yes: true, no: false }],
    ['nested lists and objects', { list: [[1, [2, { deep: [{}] }]], []], object: { a: { b: { c: [] } } } }],
    ['no fields', {}],
  ])('carries %s without loss', (_what, value) => {
    expect(transferred(value)).toEqual(value);
  });

  it('keeps the order of fields', () => {
    const value = { z: 1, a: { y: 2, b: 3 }, m: 4 };
    expect(JSON.stringify(transferred(value))).toBe(JSON.stringify(value));
  });

  it('carries dates as ISO 8601, and no fields that are undefined', () => {
    const value = { at: new Date('2026-11-21T02:15:00Z'), none: undefined };
    expect(transferred(value)).toEqual({ at: '2026-11-21T02:15:00.000Z' });
  });

  it('refuses what JSON cannot hold', () => {
    expect(() => transferred({ count: 1n })).toThrow('a bigint is no JSON value');
  });

  it('is undefined if it is optional and absent', () => {
    expect(transfer<Conversion>('Conversion', {}).errorParams).toBeUndefined();
  });
});
