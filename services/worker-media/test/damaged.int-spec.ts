import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { EngineContext } from '@filemill/worker';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { decodedMs, makeLong, makeMedia, packetHash, probe } from './media-files.js';

/** Length of the files that are cut. */
const WHOLE_MS = 6_000;
const KEPT_SHARE = 0.6;

let folder: string;
let converter: Converter;
/** If set, the engine's next check of its output finds nothing. */
let hidesFacts = false;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'));
  converter = await createConverter([(context) => createEngine(withoutFacts(context))]);
});
afterAll(async () => {
  await converter.close();
  await rm(folder, { recursive: true, force: true });
});

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

/** Writes a file with these bytes. @returns its path */
async function written(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const convert = (input: string, to: string, more: { strict?: boolean } = {}): Promise<Converted> =>
  converter.convert({ input, from: extname(input).slice(1), to, ...more });
const damageIn = ({ losses }: Converted) => losses.find(({ code }) => code === 'input_damaged')?.params;
const outputOf = ({ outputs }: Converted): string => outputs[0]?.path ?? '';
const longFile = async (format: string): Promise<Buffer> => readFile(await makeLong(folder, format));

describe('a truncated file', () => {
  const cut = async (format: string, part: number): Promise<string> => {
    const bytes = await longFile(format);
    return written(`cut-${part}.${format}`, bytes.subarray(0, Math.floor(bytes.length * part)));
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
    const converted = await convert(await cut(from, KEPT_SHARE), to);
    const { unit, missing, total } = damageIn(converted) ?? {};
    expect([unit, Math.round(Number(total))]).toEqual(['seconds', WHOLE_MS / 1000]);
    const output = outputOf(converted);
    const presentMs = await decodedMs(output, 'a:0');
    expect(presentMs).toBeGreaterThan(WHOLE_MS * 0.45);
    expect(presentMs).toBeLessThan(WHOLE_MS * 0.75);
    expect(Math.abs(WHOLE_MS - presentMs - Number(missing) * 1000)).toBeLessThan(400);
  });

  it('in Ogg is reported as damaged without a length, because Ogg stores none', async () => {
    const converted = await convert(await cut('ogg', KEPT_SHARE), 'mp3');
    expect(damageIn(converted)).toEqual({ unit: 'unknown' });
    expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(1_000);
  });

  it('in AAC lacks at most a frame, because AAC stores no length', async () => {
    const converted = await convert(await cut('aac', KEPT_SHARE), 'mp3');
    expect(converted.losses).toEqual([]);
    expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(WHOLE_MS / 2);
  });

  it.each(['mp4', 'mkv', 'avi', 'flac'])('in %s is refused in strict mode', async (format) => {
    const to = format === 'flac' ? 'wav' : 'mov';
    const strict = convert(await cut(format, KEPT_SHARE), to, { strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('is refused if less than a twentieth or nothing is left', async () => {
    const wav = await longFile('wav');
    const almostEmpty = await written('almostEmpty.wav', wav.subarray(0, Math.floor(wav.length / 25)));
    await expect(convert(almostEmpty, 'mp3')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const mp4 = await longFile('mp4');
    const nothing = await written('nothing.mp4', Buffer.from(mp4).fill(0, mp4.indexOf('mdat') + 4));
    await expect(convert(nothing, 'webm')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('a file with damage in the middle', () => {
  const flipped = async (format: string): Promise<string> => {
    const bytes = Buffer.from(await longFile(format));
    // In MP3 most bytes may have any value.
    const step = format === 'mp3' ? 5 : 97;
    for (let at = Math.floor(bytes.length * 0.5); at < bytes.length * 0.6; at += step) bytes[at] = 0xa5;
    return written(`flipped.${format}`, bytes);
  };

  it.each([
    ['mp4', 'webm'],
    ['avi', 'webm'],
    ['mp3', 'wav'],
    ['flac', 'wav'],
    ['m4a', 'mp3'],
  ])('in %s is converted to %s as far as it can be decoded, and the damage is reported', async (from, to) => {
    const converted = await convert(await flipped(from), to);
    expect(damageIn(converted)?.unit).toMatch(/^(unknown|seconds)$/);
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(WHOLE_MS * 0.25);
  });

  const cutMp4 = async (): Promise<string> => {
    const path = join(folder, 'mpeg4.mp4');
    const source = await makeLong(folder, 'avi');
    await makeMedia(['-i', source, '-c', 'copy', '-movflags', '+faststart', path]);
    const bytes = await readFile(path);
    return written('copied.mp4', bytes.subarray(0, Math.floor(bytes.length * KEPT_SHARE)));
  };

  it('is copied if the copy can be opened', async () => {
    const copy = await convert(await cutMp4(), 'mkv');
    const { streams } = await probe(outputOf(copy));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['mpeg4', 'mp3']);
    expect(damageIn(copy)).toMatchObject({ unit: 'seconds' });
  });

  it('is encoded if the copy cannot be opened', async () => {
    const input = await cutMp4();
    hidesFacts = true;
    const encoded = await convert(input, 'mkv');
    expect(hidesFacts).toBe(false);
    const { streams } = await probe(outputOf(encoded));
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    expect(damageIn(encoded)).toMatchObject({ unit: 'seconds' });
  });

  it('is encoded if a copy would show one picture far too late', async () => {
    const bytes = Buffer.from(await longFile('flv'));
    let pictures = 0;
    for (let at = 13; at + 11 < bytes.length; at += 11 + bytes.readUIntBE(at + 1, 3) + 4) {
      // Type, size, time and stream take 11 bytes; then codec, kind, and how much later the picture is shown.
      if (bytes[at] === 9 && ++pictures === 40) bytes.writeUIntBE(45_000, at + 13, 3);
    }
    const converted = await convert(await written('late.flv', bytes), 'mp4');
    expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(WHOLE_MS - 200);
  });

  it('is refused with FILE_CORRUPT, not ENGINE_FAILED, if a stream that its header names is missing', async () => {
    const bytes = Buffer.from(await longFile('mkv'));
    bytes[bytes.indexOf(Buffer.from([0xd7, 0x81, 1])) + 2] = 70;
    const input = await written('no-pictures.mkv', bytes);
    await expect(convert(input, 'mp4')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('a file with nothing that ffmpeg can read is refused with FILE_CORRUPT', () => {
  it('if it is an MP3 of a single frame behind a tag', async () => {
    const bare = join(folder, 'bare.mp3');
    const args = ['-ar', '48000', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0'];
    await makeMedia(['-i', await makeLong(folder, 'wav'), ...args, bare]);
    const frame = (await readFile(bare)).subarray(0, 384);
    const id3Tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 20, ...Buffer.alloc(20)]);
    const input = await written('too-short.mp3', Buffer.concat([id3Tag, frame]));
    await expect(convert(input, 'wav')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  it('if it is Matroska with a flood of elements', async () => {
    const start = Buffer.from(
      '\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
      'latin1',
    );
    const flood = Buffer.alloc(2 * 1024 * 1024, Buffer.from([0xec, 0x80]));
    const input = await written('flood.mkv', Buffer.concat([start, flood]));
    await expect(convert(input, 'mp3')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('no damage is reported for', () => {
  it.each([
    ['too long', 10_000_000],
    ['too short', 1_000],
    ['zero', 0],
    ['unknown (all bits set)', 0xffffffff],
    ['an odd number', 1_058_399],
  ])('WAV whose length is %s', async (name, length) => {
    const bytes = Buffer.from(await longFile('wav'));
    bytes.writeUInt32LE(length, bytes.indexOf('data', 0, 'latin1') + 4);
    const converted = await convert(await written(`${name}.wav`, bytes), 'flac');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(50);
  });

  it('WAV with a chunk behind its audio, which keeps its stated length', async () => {
    const bytes = await longFile('wav');
    const notes = Buffer.concat([Buffer.from('LIST\x10\0\0\0INFOISFT\x04\0\0\0abc\0', 'latin1')]);
    const converted = await convert(await written('notes.wav', Buffer.concat([bytes, notes])), 'flac');
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(5);
  });

  it.each([
    ['ID3v1', Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])],
    ['zeros', Buffer.alloc(5_000)],
    ['other bytes', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) & 0xff))],
  ])('%s after the end', async (name, tail) => {
    for (const [from, to] of [
      ['mp3', 'wav'],
      ['mp4', 'webm'],
      ['flac', 'wav'],
    ] as const) {
      const input = await written(`${name}-behind.${from}`, Buffer.concat([await longFile(from), tail]));
      const converted = await convert(input, to);
      expect([from, converted.losses]).toEqual([from, []]);
      const lengthMs = await decodedMs(outputOf(converted), 'a:0');
      expect(Math.abs(lengthMs - WHOLE_MS)).toBeLessThan(300);
    }
  });

  it('a wrong length in the header of a complete file', async () => {
    const bytes = Buffer.from(await longFile('mp4'));
    const at = bytes.indexOf('mvhd', 0, 'latin1') + 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(at + 16) * 3, at + 16);
    const converted = await convert(await written('wrong-length.mp4', bytes), 'mkv');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'v:0')) - WHOLE_MS)).toBeLessThan(200);
  });

  it.each(['too long', 'too short'])('ASF whose header declares a duration that is %s', async (how) => {
    const bytes = Buffer.from(await longFile('wma'));
    const at = bytes.indexOf(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')) + 24 + 40;
    const duration = bytes.readBigUInt64LE(at);
    bytes.writeBigUInt64LE(how === 'too long' ? duration * 3n : duration / 2n, at);
    const input = await written(`${how}.wma`, bytes);
    for (const to of ['mp3', 'wav', 'ogg', 'm4a', 'mkv']) {
      const converted = await convert(input, to);
      expect([to, converted.losses]).toEqual([to, []]);
      expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(200);
    }
  });

  it.each([
    ['a late start', 'asetpts=PTS+20/TB'],
    ['a gap', "asetpts='PTS+if(gt(T,3),20/TB,0)'"],
  ])('%s in the timestamps of audio, which only some formats keep', async (name, filter) => {
    for (const codec of ['pcm_s16le', 'aac', 'libmp3lame', 'flac']) {
      const input = join(folder, `${name}-${codec}.mkv`);
      const pictures = ['-f', 'lavfi', '-i', `testsrc=size=160x120:rate=5:duration=${WHOLE_MS / 1000 + 20}`];
      const streams = ['-map', '0:v', '-map', '1:a', '-c:v', 'mpeg4', '-c:a', codec, '-af', filter];
      await makeMedia([...pictures, '-i', await makeLong(folder, 'wav'), ...streams, input]);
      for (const to of ['wav', 'mp3', 'aac', 'flac', 'm4a', 'mp4', 'avi']) {
        const converted = await convert(input, to);
        expect([codec, to, converted.losses]).toEqual([codec, to, []]);
      }
      const lengthMs = await decodedMs(outputOf(await convert(input, 'wav')), 'a:0');
      expect(Math.abs(lengthMs - WHOLE_MS)).toBeLessThan(150);
    }
  });

  it('a slide show, whose last picture is shown for long', async () => {
    const slides = join(folder, 'slides.mp4');
    await makeMedia([
      ...['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=0.5:duration=10'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', slides],
    ]);
    const flash = outputOf(await convert(slides, 'flv'));
    for (const to of ['mkv', 'mp4', 'avi', 'webm']) {
      const { losses, outputs } = await converter.convert({ input: flash, from: 'flv', to });
      expect([to, losses]).toEqual([to, []]);
      expect(Math.abs((outputs[0]?.facts.durationMs ?? 0) - 10_000)).toBeLessThan(500);
    }
  });

  it('a moov box that is declared to extend beyond the end', async () => {
    const path = join(folder, 'index-behind.mp4');
    await makeMedia(['-i', await makeLong(folder, 'mp4'), '-c', 'copy', path]);
    const bytes = Buffer.from(await readFile(path));
    bytes.writeUInt32BE(0x7fffffff, bytes.indexOf('moov', 0, 'latin1') - 4);
    const converted = await convert(await written('beyond.mp4', bytes), 'mkv');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'v:0')) - WHOLE_MS)).toBeLessThan(200);
  });

  it('AVI without an index and FLV without a length', async () => {
    const avi = await longFile('avi');
    const aviWithoutIndex = await written(
      'no-index.avi',
      avi.subarray(0, avi.lastIndexOf('idx1', undefined, 'latin1')),
    );
    const flv = join(folder, 'no-length.flv');
    const bare = ['-flvflags', 'no_duration_filesize+no_metadata', flv];
    await makeMedia(['-i', await makeLong(folder, 'flv'), '-c', 'copy', ...bare]);
    for (const input of [aviWithoutIndex, flv]) {
      const converted = await convert(input, 'mp4');
      expect([basename(input), converted.losses]).toEqual([basename(input), []]);
      expect(Math.abs((await decodedMs(outputOf(converted), 'v:0')) - WHOLE_MS)).toBeLessThan(200);
    }
  });
});

describe('audio behind tags, cut or in a related format', () => {
  const id3Tag = (version: number): Buffer =>
    Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0, 0, 0, 0, 20]), Buffer.alloc(20)]);

  it.each(
    [2, 3, 4].flatMap((version) => ['aac', 'mp3', 'wav', 'flac'].map((format) => [version, format] as const)),
  )('behind ID3v2.%i is completely converted as %s', async (version, format) => {
    const input = await written(
      `v${version}.${format}`,
      Buffer.concat([id3Tag(version), await longFile(format)]),
    );
    const converted = await convert(input, 'ogg');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(150);
  });

  it('that begins in the middle of a frame is converted from the next frame on', async () => {
    for (const format of ['mp3', 'aac']) {
      const input = await written(`middle.${format}`, (await longFile(format)).subarray(10_100));
      const converted = await convert(input, 'wav');
      expect([format, converted.losses]).toEqual([format, []]);
      expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(WHOLE_MS * 0.8);
    }
  });

  it('in MPEG layer II is read like MP3', async () => {
    const input = join(folder, 'layer2.mp3');
    await makeMedia(['-i', await makeLong(folder, 'wav'), '-c:a', 'mp2', '-f', 'mp2', input]);
    const converted = await convert(input, 'flac');
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(100);
  });

  it('in MP4 without video is accepted under both names', async () => {
    const input = join(folder, 'sound.mp4');
    await makeMedia(['-i', await makeLong(folder, 'm4a'), '-c', 'copy', input]);
    const asVideo = await convert(input, 'mkv');
    expect((await probe(outputOf(asVideo))).streams.map(({ codec_type }) => codec_type)).toEqual([
      ...['video', 'audio'],
    ]);
    const asSound = await converter.convert({ input, from: 'm4a', to: 'aac' });
    expect(await packetHash(outputOf(asSound), 'a:0')).toBe(await packetHash(input, 'a:0'));
  });
});

describe('audio and QuickTime files with more than audio and video', () => {
  const withCover = async (): Promise<string> => {
    const cover = join(folder, 'cover.png');
    await makeMedia(['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1', cover]);
    const path = join(folder, 'cover.m4a');
    const sound = await makeLong(folder, 'm4a');
    await makeMedia([
      ...['-i', sound, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy'],
      ...['-disposition:v', 'attached_pic', path],
    ]);
    return path;
  };

  it('keep a cover picture', async () => {
    const converted = await convert(await withCover(), 'mp3');
    expect(converted.losses).toEqual([]);
    expect((await probe(outputOf(converted))).streams[1]).toMatchObject({ codec_name: 'png', width: 64 });
  });

  it('lose a cover of an unknown type, which ffmpeg ignores', async () => {
    const bytes = Buffer.from(await readFile(await withCover()));
    bytes.writeUInt32BE(0, bytes.indexOf('data', bytes.indexOf('covr', 0, 'latin1'), 'latin1') + 4);
    const converted = await convert(await written('no-type.m4a', bytes), 'mp3');
    expect((await probe(outputOf(converted))).streams).toHaveLength(1);
  });

  it('are read again with ffprobe if a header names a cover that ffmpeg does not find', async () => {
    const content = Buffer.from('\0image/png\0\x03\0', 'latin1');
    const frame = Buffer.concat([
      Buffer.from([0x41, 0x50, 0x49, 0x43, 0, 0, 0, content.length, 0, 0]),
      content,
    ]);
    const id3Tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length]);
    const input = await written('empty-cover.mp3', Buffer.concat([id3Tag, frame, await longFile('mp3')]));
    const converted = await convert(input, 'flac');
    expect((await probe(outputOf(converted))).streams.map(({ codec_name }) => codec_name)).toEqual(['flac']);
  });

  it('lose tracks of time codes and metadata without a report', async () => {
    const input = join(folder, 'camera.mov');
    const source = await makeLong(folder, 'mov');
    await makeMedia(['-i', source, '-c', 'copy', '-timecode', '01:00:00:00', input]);
    expect((await probe(input)).streams).toHaveLength(3);
    const converted = await convert(input, 'mkv');
    expect(converted.losses).toEqual([]);
    expect((await probe(outputOf(converted))).streams.map(({ codec_type }) => codec_type)).toEqual([
      ...['video', 'audio'],
    ]);
  });
});
