import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineContext } from '@filemill/worker';
import { describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { decodedMs, makeLong, makeMedia, probe } from './media-files.js';
import { ChangedFiles, damageIn, outputOf, WHOLE_MS } from './support/changed-files.js';

const KEPT_SHARE = 0.6;

/** If set, the engine's next check of its output finds nothing. */
let hidesFacts = false;
const files = ChangedFiles.forAllTests([(context) => createEngine(withoutFacts(context))]);

/** The context of the worker, but inspections of outputs find nothing while {@link hidesFacts} is set. */
function withoutFacts(context: EngineContext): EngineContext {
  const { reading } = context;
  const run = async (...request: Parameters<typeof reading.run>): Promise<unknown> => {
    const answer = await reading.run(...request);
    const [task] = request;
    if (!hidesFacts || task !== 'inspectOutput') return answer;
    hidesFacts = false;
    return { facts: undefined };
  };
  return { ...context, reading: { run, close: () => reading.close() } as unknown as typeof reading };
}

describe('a truncated file', () => {
  const cut = async (format: string, part: number): Promise<string> => {
    const bytes = await files().longFile(format);
    return files().write(`cut-${part}.${format}`, bytes.subarray(0, Math.floor(bytes.length * part)));
  };

  it.each([
    ['mp4', 'mkv'],
    ['mp4', 'webm'],
    ['mov', 'mp4'],
    ['3gp', 'avi'],
    ['m4a', 'mp3'],
    ['avi', 'mkv'],
    ['avi', 'mp4'],
    ['mkv', 'mp4'],
    ['webm', 'mkv'],
    ['flv', 'mkv'],
    ['wmv', 'mkv'],
    ['wma', 'mp3'],
    ['wav', 'flac'],
    ['flac', 'wav'],
    ['mp3', 'wav'],
  ])('in %s becomes a shorter %s, and the missing part is reported', async (from, to) => {
    const converted = await files().convert(await cut(from, KEPT_SHARE), to);
    const { unit, missing, total } = damageIn(converted) ?? {};
    expect([unit, Math.round(Number(total))]).toEqual(['seconds', WHOLE_MS / 1000]);
    const output = outputOf(converted);
    const presentMs = await decodedMs(output, 'a:0');
    expect(presentMs).toBeGreaterThan(WHOLE_MS * 0.45);
    expect(presentMs).toBeLessThan(WHOLE_MS * 0.75);
    expect(Math.abs(WHOLE_MS - presentMs - Number(missing) * 1000)).toBeLessThan(400);
  });

  it('in Ogg is reported as damaged without a length, because Ogg stores none', async () => {
    const converted = await files().convert(await cut('ogg', KEPT_SHARE), 'mp3');
    expect(damageIn(converted)).toEqual({ unit: 'unknown' });
    expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(1_000);
  });

  it('in AAC lacks at most a frame, because AAC stores no length', async () => {
    const converted = await files().convert(await cut('aac', KEPT_SHARE), 'mp3');
    expect(converted.losses).toEqual([]);
    expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(WHOLE_MS / 2);
  });

  it.each(['mp4', 'mkv', 'avi', 'flac'])('in %s is refused in strict mode', async (format) => {
    const to = format === 'flac' ? 'wav' : 'mov';
    const strict = files().convert(await cut(format, KEPT_SHARE), to, { strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('is refused if less than a twentieth or nothing is left', async () => {
    const wav = await files().longFile('wav');
    const almostEmpty = await files().write('almostEmpty.wav', wav.subarray(0, Math.floor(wav.length / 25)));
    await expect(files().convert(almostEmpty, 'mp3')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const mp4 = await files().longFile('mp4');
    const nothing = await files().write('nothing.mp4', Buffer.from(mp4).fill(0, mp4.indexOf('mdat') + 4));
    await expect(files().convert(nothing, 'webm')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('a file with damage in the middle', () => {
  const flipped = async (format: string): Promise<string> => {
    const bytes = Buffer.from(await files().longFile(format));
    // In MP3 most bytes may have any value.
    const step = format === 'mp3' ? 5 : 97;
    for (let at = Math.floor(bytes.length * 0.5); at < bytes.length * 0.6; at += step) bytes[at] = 0xa5;
    return files().write(`flipped.${format}`, bytes);
  };

  it.each([
    ['mp4', 'webm'],
    ['avi', 'webm'],
    ['mp3', 'wav'],
    ['flac', 'wav'],
    ['m4a', 'mp3'],
  ])('in %s is converted to %s as far as it can be decoded, and the damage is reported', async (from, to) => {
    const converted = await files().convert(await flipped(from), to);
    expect(damageIn(converted)?.unit).toMatch(/^(unknown|seconds)$/);
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(WHOLE_MS * 0.25);
  });

  const cutMp4 = async (): Promise<string> => {
    const path = join(files().folder, 'mpeg4.mp4');
    const source = await makeLong(files().folder, 'avi');
    await makeMedia(['-i', source, '-c', 'copy', '-movflags', '+faststart', path]);
    const bytes = await readFile(path);
    return files().write('copied.mp4', bytes.subarray(0, Math.floor(bytes.length * KEPT_SHARE)));
  };

  it('is copied if the copy can be opened', async () => {
    const copy = await files().convert(await cutMp4(), 'mkv');
    const { streams } = await probe(outputOf(copy));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['mpeg4', 'mp3']);
    expect(damageIn(copy)).toMatchObject({ unit: 'seconds' });
  });

  it('is encoded if the copy cannot be opened', async () => {
    const input = await cutMp4();
    hidesFacts = true;
    const encoded = await files().convert(input, 'mkv');
    expect(hidesFacts).toBe(false);
    const { streams } = await probe(outputOf(encoded));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    expect(damageIn(encoded)).toMatchObject({ unit: 'seconds' });
  });

  it('is encoded if a copy would show one picture far too late', async () => {
    const bytes = Buffer.from(await files().longFile('flv'));
    let pictures = 0;
    for (let at = 13; at + 11 < bytes.length; at += 11 + bytes.readUIntBE(at + 1, 3) + 4) {
      // Type, size, time and stream take 11 bytes; then codec, kind, and how much later the picture is shown.
      if (bytes[at] === 9 && ++pictures === 40) bytes.writeUIntBE(45_000, at + 13, 3);
    }
    const converted = await files().convert(await files().write('late.flv', bytes), 'mp4');
    expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(WHOLE_MS - 200);
  });

  it('is refused with FILE_CORRUPT, not ENGINE_FAILED, if a stream that its header names is missing', async () => {
    const bytes = Buffer.from(await files().longFile('mkv'));
    bytes[bytes.indexOf(Buffer.from([0xd7, 0x81, 1])) + 2] = 70;
    const input = await files().write('no-pictures.mkv', bytes);
    await expect(files().convert(input, 'mp4')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('a file with nothing that ffmpeg can read is refused with FILE_CORRUPT', () => {
  it('if it is an MP3 of a single frame behind a tag', async () => {
    const bare = join(files().folder, 'bare.mp3');
    const args = ['-ar', '48000', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0'];
    await makeMedia(['-i', await makeLong(files().folder, 'wav'), ...args, bare]);
    const frame = (await readFile(bare)).subarray(0, 384);
    const id3Tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 20, ...Buffer.alloc(20)]);
    const input = await files().write('too-short.mp3', Buffer.concat([id3Tag, frame]));
    await expect(files().convert(input, 'wav')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('if it is Matroska with a flood of elements', async () => {
    const start = Buffer.from(
      '\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
      'latin1',
    );
    const flood = Buffer.alloc(2 * 1024 * 1024, Buffer.from([0xec, 0x80]));
    const input = await files().write('flood.mkv', Buffer.concat([start, flood]));
    await expect(files().convert(input, 'mp3')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});
