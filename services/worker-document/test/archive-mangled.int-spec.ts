import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@filemill/errors';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/archive.engine.js';
import { membersOf, openByOthers } from './archive-reading.js';
import { makeSmallArchives, SMALL_KINDS } from './archive-tree.js';

const folder = mkdtempSync(join(tmpdir(), 'mangled-'));
const content = randomBytes(200_000);
const KINDS_A_DAY = 4;
const today = ofToday(SMALL_KINDS, KINDS_A_DAY);
const archives = makeSmallArchives(folder, content, (kind) => today.includes(kind));
const bombFolder = mkdtempSync(join(tmpdir(), 'bombs-'));
/** Above the size where the ratio applies: 32 MB. */
const bombs = makeSmallArchives(bombFolder, Buffer.alloc(40 * 2 ** 20), (kind) => today.includes(kind));

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
});
afterAll(async () => {
  await converter.close();
  for (const each of [folder, bombFolder]) rmSync(each, { recursive: true });
});

/** Above figure G3 of docs/security.md, for a machine that does other work. */
const REFUSAL_MS = 20_000;
const REFUSALS = ['FILE_CORRUPT', 'FILE_TOO_LARGE', 'FILE_ENCRYPTED', 'UNSUPPORTED_FORMAT'];

const REFUSED = new RegExp(`^(?:${REFUSALS.join('|')})$`);

interface Outcome {
  readonly code: string;
  readonly losses: readonly string[];
  /** Names of the files that were converted. */
  readonly names: readonly string[];
}

/** An error code, or `converted`; a refusal must come in time. */
async function outcomeOf(kind: string, bytes: Buffer): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const { outputs, losses } = await converter.convertBytes(bytes, { from: kind, to: 'tar' });
    const path = outputs[0]?.path as string;
    openByOthers(path);
    const members = membersOf(path, 'tar');
    expect(members.filter(({ type }) => type === 'other')).toEqual([]);
    const names = members.filter(({ type }) => type === 'file').map(({ name }) => name);
    return { code: 'converted', losses: losses.map(({ code }) => code), names };
  } catch (error) {
    expect(performance.now() - startedAt).toBeLessThan(REFUSAL_MS);
    return { code: AppError.from(error).code, losses: [], names: [] };
  }
}

const bytesOf = (kind: string): Buffer => readFileSync(archives[kind] as string);

/** Images whose size is that of the disc, however much they hold. */
const UNPACKED = ['ext', 'fat', 'ntfs', 'udf', 'iso', 'ar', 'vmdk'];
/** Their writers store zeros as they are, or the table of the disk is a hundredth of it. */
const STORED = ['cab', 'cramfs', 'qcow2', 'vdi', 'vhd', 'vhdx'];
/** Enough of the beginning to keep every magic number. */
const MAGIC_BYTES: Readonly<Record<string, number>> = {
  ext: 2_048,
  fat: 512,
  ntfs: 512,
  udf: 49_152,
  iso: 34_816,
};

/** Another name of the same length, as each format may store it. */
function renamed(bytes: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const encode of [latin1, utf16le, utf16be]) {
    const wanted = encode(from);
    for (let at = copy.indexOf(wanted); at >= 0; at = copy.indexOf(wanted, at + 1)) encode(to).copy(copy, at);
  }
  return copy;
}
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();

describe.each(today)('%s', (kind) => {
  it('is converted as long as it is whole', async () => {
    expect(await outcomeOf(kind, bytesOf(kind))).toMatchObject({ code: 'converted', losses: [] });
  });

  it('is refused, or loses files and tells it, if it is cut', async () => {
    const whole = await outcomeOf(kind, bytesOf(kind));
    for (const share of [0.1, 0.4, 0.7]) {
      const cut = await outcomeOf(kind, bytesOf(kind).subarray(0, bytesOf(kind).length * share));
      const isTold = REFUSALS.includes(cut.code) || cut.losses.includes('input_damaged');
      // Of a file system the rest may be empty.
      const isComplete = cut.names.length === whole.names.length;
      expect([share, isTold || isComplete]).toEqual([share, true]);
    }
  });

  it('is refused if only its beginning is right', async () => {
    const head = bytesOf(kind).subarray(0, MAGIC_BYTES[kind] ?? 64);
    const { code, losses } = await outcomeOf(kind, Buffer.concat([head, randomBytes(100_000)]));
    // The first file of a small one may be whole.
    expect(losses.includes('input_damaged') ? 'FILE_CORRUPT' : code).toMatch(REFUSED);
  });

  it('T13: never writes a name that leads out of it', async () => {
    for (const name of ['../evil', '/tmp/ev', '..\\evil']) {
      const { code, names } = await outcomeOf(kind, renamed(bytesOf(kind), 'one.txt', name));
      expect([...REFUSALS, 'converted']).toContain(code);
      expect(names.filter((each) => /^\/|\\|(?:^|\/)\.\.(?:\/|$)/.test(each))).toEqual([]);
    }
  });

  it('is refused or converted with single bytes changed', async () => {
    const bytes = bytesOf(kind);
    for (let i = 0; i < 12; i++) {
      const copy = Buffer.from(bytes);
      // More of them at the beginning, where the headers are.
      const at = Math.floor(((i + 0.5) / 12) ** 3 * copy.length);
      copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at);
      expect([...REFUSALS, 'converted']).toContain((await outcomeOf(kind, copy)).code);
    }
  });

  it('T15: is refused as a bomb', async () => {
    const { code } = await outcomeOf(kind, readFileSync(bombs[kind] as string));
    const isBomb = !UNPACKED.includes(kind) && !STORED.includes(kind);
    expect([kind, code]).toEqual([kind, isBomb ? 'FILE_TOO_LARGE' : 'converted']);
  });
});
