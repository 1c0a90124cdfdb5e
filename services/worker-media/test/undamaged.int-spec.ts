import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decodedMs, makeLong, makeMedia, packetHash, probe } from './media-files.js';
import { ChangedFiles, outputOf, WHOLE_MS } from './support/changed-files.js';

const files = ChangedFiles.forAllTests(new URL('../src/engines/', import.meta.url));

describe('no damage is reported for', () => {
  it.each([
    ['too long', 10_000_000],
    ['too short', 1_000],
    ['zero', 0],
    ['unknown (all bits set)', 0xffffffff],
    ['an odd number', 1_058_399],
  ])('WAV whose length is %s', async (name, length) => {
    const bytes = Buffer.from(await files().longFile('wav'));
    bytes.writeUInt32LE(length, bytes.indexOf('data', 0, 'latin1') + 4);
    const converted = await files().convert(await files().write(`${name}.wav`, bytes), 'flac');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(50);
  });

  it('WAV with a chunk behind its audio, which keeps its stated length', async () => {
    const bytes = await files().longFile('wav');
    const notes = Buffer.concat([Buffer.from('LIST\x10\0\0\0INFOISFT\x04\0\0\0abc\0', 'latin1')]);
    const converted = await files().convert(
      await files().write('notes.wav', Buffer.concat([bytes, notes])),
      'flac',
    );
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
      const input = await files().write(
        `${name}-behind.${from}`,
        Buffer.concat([await files().longFile(from), tail]),
      );
      const converted = await files().convert(input, to);
      expect([from, converted.losses]).toEqual([from, []]);
      const lengthMs = await decodedMs(outputOf(converted), 'a:0');
      expect(Math.abs(lengthMs - WHOLE_MS)).toBeLessThan(300);
    }
  });

  it('a wrong length in the header of a complete file', async () => {
    const bytes = Buffer.from(await files().longFile('mp4'));
    const at = bytes.indexOf('mvhd', 0, 'latin1') + 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(at + 16) * 3, at + 16);
    const converted = await files().convert(await files().write('wrong-length.mp4', bytes), 'mkv');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'v:0')) - WHOLE_MS)).toBeLessThan(200);
  });

  it.each(['too long', 'too short'])('ASF whose header declares a duration that is %s', async (how) => {
    const bytes = Buffer.from(await files().longFile('wma'));
    const at = bytes.indexOf(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')) + 24 + 40;
    const duration = bytes.readBigUInt64LE(at);
    bytes.writeBigUInt64LE(how === 'too long' ? duration * 3n : duration / 2n, at);
    const input = await files().write(`${how}.wma`, bytes);
    for (const to of ['mp3', 'wav', 'ogg', 'm4a', 'mkv']) {
      const converted = await files().convert(input, to);
      expect([to, converted.losses]).toEqual([to, []]);
      expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(200);
    }
  });

  it.each([
    ['a late start', 'asetpts=PTS+20/TB'],
    ['a gap', "asetpts='PTS+if(gt(T,3),20/TB,0)'"],
  ])('%s in the timestamps of audio, which only some formats keep', async (name, filter) => {
    for (const codec of ['pcm_s16le', 'aac', 'libmp3lame', 'flac']) {
      const input = join(files().folder, `${name}-${codec}.mkv`);
      const pictures = ['-f', 'lavfi', '-i', `testsrc=size=160x120:rate=5:duration=${WHOLE_MS / 1000 + 20}`];
      const streams = ['-map', '0:v', '-map', '1:a', '-c:v', 'mpeg4', '-c:a', codec, '-af', filter];
      await makeMedia([...pictures, '-i', await makeLong(files().folder, 'wav'), ...streams, input]);
      for (const to of ['wav', 'mp3', 'aac', 'flac', 'm4a', 'mp4', 'avi']) {
        const converted = await files().convert(input, to);
        expect([codec, to, converted.losses]).toEqual([codec, to, []]);
      }
      const lengthMs = await decodedMs(outputOf(await files().convert(input, 'wav')), 'a:0');
      expect(Math.abs(lengthMs - WHOLE_MS)).toBeLessThan(150);
    }
  });

  it('a slide show, whose last picture is shown for long', async () => {
    const slides = join(files().folder, 'slides.mp4');
    await makeMedia([
      ...['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=0.5:duration=10'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', slides],
    ]);
    const flash = outputOf(await files().convert(slides, 'flv'));
    for (const to of ['mkv', 'mp4', 'avi', 'webm']) {
      const { losses, outputs } = await files().converter.convert({ input: flash, from: 'flv', to });
      expect([to, losses]).toEqual([to, []]);
      expect(Math.abs((outputs[0]?.facts.durationMs ?? 0) - 10_000)).toBeLessThan(500);
    }
  });

  it('a moov box that is declared to extend beyond the end', async () => {
    const path = join(files().folder, 'index-behind.mp4');
    await makeMedia(['-i', await makeLong(files().folder, 'mp4'), '-c', 'copy', path]);
    const bytes = Buffer.from(await readFile(path));
    bytes.writeUInt32BE(0x7fffffff, bytes.indexOf('moov', 0, 'latin1') - 4);
    const converted = await files().convert(await files().write('beyond.mp4', bytes), 'mkv');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'v:0')) - WHOLE_MS)).toBeLessThan(200);
  });

  it('AVI without an index and FLV without a length', async () => {
    const avi = await files().longFile('avi');
    const aviWithoutIndex = await files().write(
      'no-index.avi',
      avi.subarray(0, avi.lastIndexOf('idx1', undefined, 'latin1')),
    );
    const flv = join(files().folder, 'no-length.flv');
    const bare = ['-flvflags', 'no_duration_filesize+no_metadata', flv];
    await makeMedia(['-i', await makeLong(files().folder, 'flv'), '-c', 'copy', ...bare]);
    for (const input of [aviWithoutIndex, flv]) {
      const converted = await files().convert(input, 'mp4');
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
    const input = await files().write(
      `v${version}.${format}`,
      Buffer.concat([id3Tag(version), await files().longFile(format)]),
    );
    const converted = await files().convert(input, 'ogg');
    expect(converted.losses).toEqual([]);
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(150);
  });

  it('that begins in the middle of a frame is converted from the next frame on', async () => {
    for (const format of ['mp3', 'aac']) {
      const input = await files().write(
        `middle.${format}`,
        (await files().longFile(format)).subarray(10_100),
      );
      const converted = await files().convert(input, 'wav');
      expect([format, converted.losses]).toEqual([format, []]);
      expect(await decodedMs(outputOf(converted), 'a:0')).toBeGreaterThan(WHOLE_MS * 0.8);
    }
  });

  it('in MPEG layer II is read', async () => {
    const input = join(files().folder, 'layer2.mp2');
    await makeMedia(['-i', await makeLong(files().folder, 'wav'), '-c:a', 'mp2', '-f', 'mp2', input]);
    const converted = await files().convert(input, 'flac');
    expect(Math.abs((await decodedMs(outputOf(converted), 'a:0')) - WHOLE_MS)).toBeLessThan(100);
  });

  it('in MP4 without video is accepted under both names', async () => {
    const input = join(files().folder, 'sound.mp4');
    await makeMedia(['-i', await makeLong(files().folder, 'm4a'), '-c', 'copy', input]);
    const asVideo = await files().convert(input, 'mkv');
    expect((await probe(outputOf(asVideo))).streams.map(({ codec_type }) => codec_type)).toEqual([
      ...['video', 'audio'],
    ]);
    const asSound = await files().converter.convert({ input, from: 'm4a', to: 'aac' });
    expect(await packetHash(outputOf(asSound), 'a:0')).toBe(await packetHash(input, 'a:0'));
  });
});

describe('audio and QuickTime files with more than audio and video', () => {
  const withCover = async (): Promise<string> => {
    const cover = join(files().folder, 'cover.png');
    await makeMedia(['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1', cover]);
    const path = join(files().folder, 'cover.m4a');
    const sound = await makeLong(files().folder, 'm4a');
    await makeMedia([
      ...['-i', sound, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy'],
      ...['-disposition:v', 'attached_pic', path],
    ]);
    return path;
  };

  it('keep a cover picture', async () => {
    const converted = await files().convert(await withCover(), 'mp3');
    expect(converted.losses).toEqual([]);
    expect((await probe(outputOf(converted))).streams[1]).toMatchObject({ codec_name: 'png', width: 64 });
  });

  it('lose a cover of an unknown type, which ffmpeg ignores', async () => {
    const bytes = Buffer.from(await readFile(await withCover()));
    bytes.writeUInt32BE(0, bytes.indexOf('data', bytes.indexOf('covr', 0, 'latin1'), 'latin1') + 4);
    const converted = await files().convert(await files().write('no-type.m4a', bytes), 'mp3');
    expect((await probe(outputOf(converted))).streams).toHaveLength(1);
  });

  it('are read again with ffprobe if a header names a cover that ffmpeg does not find', async () => {
    const content = Buffer.from('\0image/png\0\x03\0', 'latin1');
    const frame = Buffer.concat([
      Buffer.from([0x41, 0x50, 0x49, 0x43, 0, 0, 0, content.length, 0, 0]),
      content,
    ]);
    const id3Tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length]);
    const input = await files().write(
      'empty-cover.mp3',
      Buffer.concat([id3Tag, frame, await files().longFile('mp3')]),
    );
    const converted = await files().convert(input, 'flac');
    expect((await probe(outputOf(converted))).streams.map(({ codec_name }) => codec_name)).toEqual(['flac']);
  });

  it('lose tracks of time codes and metadata without a report', async () => {
    const input = join(files().folder, 'camera.mov');
    const source = await makeLong(files().folder, 'mov');
    await makeMedia(['-i', source, '-c', 'copy', '-timecode', '01:00:00:00', input]);
    expect((await probe(input)).streams).toHaveLength(3);
    const converted = await files().convert(input, 'mkv');
    expect(converted.losses).toEqual([]);
    expect((await probe(outputOf(converted))).streams.map(({ codec_type }) => codec_type)).toEqual([
      ...['video', 'audio'],
    ]);
  });
});
