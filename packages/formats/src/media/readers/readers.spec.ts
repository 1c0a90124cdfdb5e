import { describe, expect, it } from '@jest/globals';
import { BufferByteReader, type ByteReader } from '../../bytes/byte-reader.js';
import { CountingReader } from '../../bytes/testing.js';
import { readFacts } from '../../catalogue/detect.js';
import {
  adtsFrames,
  asfHeader,
  asfObject,
  box,
  ebmlHeader,
  element,
  flacOf,
  flv,
  ftyp,
  id3Frame,
  id3Tag,
  mp3Frames,
  oggPage,
  vorbisHeader,
  wave,
} from '../testing/files.js';
import { readSampleEntry } from './isobmff-samples.js';

const read = (bytes: Buffer, format: string) => readFacts(new BufferByteReader(bytes), format);

describe('durations', () => {
  it.each([
    ['with correct lengths', {}, { durationMs: 1_000 }, undefined],
    ['with a length that a pipe left open', { dataBytes: 0xffffffff }, { durationMs: 1_000 }, undefined],
    ['with a length of zero', { dataBytes: 0 }, { durationMs: 1_000 }, undefined],
    ['with an odd length', { dataBytes: 31_999 }, { durationMs: 1_000 }, undefined],
    ['with only the data length too long', { dataBytes: 64_000 }, { durationMs: 1_000 }, undefined],
    [
      'with a length that is too short',
      { dataBytes: 320 },
      { durationMs: 1_000, media: { understatesLength: true } },
      undefined,
    ],
    [
      'that was cut',
      { dataBytes: 64_000, riffBytes: 64_036 },
      { durationMs: 2_000, media: { endsEarly: true } },
      'it is cut short',
    ],
  ])('are read from WAV %s', async (_, lengths, facts, damage) => {
    const seen = await read(wave(32_000, lengths), 'wav');
    expect(seen).toMatchObject({ ...facts, streams: [{ kind: 'audio', codec: 'pcm_s16le' }] });
    expect(seen.damage).toBe(damage);
  });

  it('are read from the last tag of FLV, or from its script if the file is truncated', async () => {
    expect(await read(flv(3, 3_000), 'flv')).toMatchObject({ durationMs: 3_000 });
    expect(await read(flv(9, 3_000), 'flv')).toMatchObject({
      ...{ durationMs: 9_000, damage: 'it is cut short', media: { endsEarly: true } },
    });
    expect((await read(flv(9, 3_000, 25), 'flv')).damage).toBe('it is cut short');
    // The last picture of a slide show lasts long.
    expect((await read(flv(9, 3_000, 0.5), 'flv')).damage).toBeUndefined();
    const withoutEnd = await read(flv(0, 3_000).subarray(0, -2), 'flv');
    expect(withoutEnd).toMatchObject({ damage: 'it is cut short' });
    expect(withoutEnd.durationMs).toBeUndefined();
  });

  it('are read from the last complete page of a truncated Ogg', async () => {
    const first = oggPage(vorbisHeader(), { flags: 2 });
    const pages = [first, oggPage(Buffer.alloc(200), { position: 44_100n }), oggPage(Buffer.alloc(200))];
    const whole = Buffer.concat(pages);
    expect(await read(whole.subarray(0, -100), 'ogg')).toMatchObject({
      durationMs: 1_000,
      media: { isDurationEstimated: true, endsEarly: true },
    });
  });
});

describe('damage that a reader finds', () => {
  it.each<[string, Buffer]>([
    ['wav', wave(3_200).subarray(0, 30)],
    ['flac', flacOf(4096, Buffer.alloc(0)).subarray(0, 20)],
    ['flv', Buffer.from('FLV\x01\x05')],
    ['mp4', Buffer.concat([ftyp('isom'), box('moov', box('trak', box('mdia', box('mdhd', 'x'))))])],
    ['m4a', Buffer.concat([ftyp('M4A '), box('moov', box('udta', box('meta', 'x')))])],
    ['mkv', ebmlHeader('matroska')],
    ['mkv', Buffer.concat([ebmlHeader('matroska'), element(0x18538067, Buffer.from([0]))])],
    ['wma', asfHeader().subarray(0, 28)],
    ['wma', asfHeader(asfObject('00'.repeat(16), Buffer.alloc(4)), Buffer.alloc(30))],
    ['avi', Buffer.from('RIFF\0\0\0\0AVI LIST\x10\0\0\0hdrlLIST')],
    ['ogg', oggPage(Buffer.from('nothing'), { flags: 2 })],
    ['mp3', Buffer.from('ID3')],
    ['aac', Buffer.alloc(100)],
  ])('in %s is reported with the facts, not as an error: %#', async (format, bytes) => {
    expect(await read(bytes, format)).toMatchObject({ damage: expect.any(String) });
  });

  it('keeps the tracks that were found before it', async () => {
    const bytes = flacOf(44_100 * 100, Buffer.from([0xff, 0xf8, 0, 0, 0, 0]));
    bytes[4] = 0;
    expect(await read(bytes, 'flac')).toMatchObject({
      durationMs: 100_000,
      streams: [{ kind: 'audio', codec: 'flac' }],
    });
  });

  it('is not used to hide a disk error', async () => {
    const error = Object.assign(new Error('EIO'), { code: 'EIO' });
    const failing: ByteReader = { sizeBytes: 100, read: () => Promise.reject(error) };
    await expect(readFacts(failing, 'mp4')).rejects.toBe(error);
  });
});

describe('files that are built to keep a reader busy', () => {
  const PAGE = 65_536;
  const MB = 1024 * 1024;

  const attacks: readonly [string, string, Buffer][] = [
    // Each pair of bytes may be the header of a frame.
    ['a tail of FLAC', 'flac', flacOf(2 ** 35, Buffer.alloc(40 * MB).fill(Buffer.from([0xff, 0xf8])))],
    ['pictures of FLAC', 'flac', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(4 * MB)])],
    ['empty elements', 'mkv', matroskaOf(Buffer.alloc(4 * MB).fill(Buffer.from([0xec, 0x80])))],
    [
      'elements of a kilobyte each',
      'mkv',
      matroskaOf(
        element(
          0x1549a966,
          Buffer.concat(
            Array.from({ length: 5_000 }, (_, id) => element(0x4000 + (id % 0x3fff), Buffer.alloc(1_000))),
          ),
        ),
      ),
    ],
    [
      'clusters without an end',
      'mkv',
      matroskaOf(
        Buffer.concat([trackEntries(), Buffer.alloc(4 * MB).fill(Buffer.from('1f43b67580', 'hex'))]),
      ),
    ],
    ['empty boxes', 'mp4', Buffer.concat([ftyp('isom'), flood('free')])],
    ['empty tracks', 'mp4', Buffer.concat([ftyp('isom'), box('moov', flood('trak'))])],
    ['empty covers', 'm4a', Buffer.concat([ftyp('M4A '), box('moov', box('udta', flood('meta')))])],
    ['empty chunks of WAV', 'wav', riff('WAVE', Buffer.alloc(4 * MB).fill('junk\0\0\0\0', 'latin1'))],
    ['empty chunks of AVI', 'avi', riff('AVI ', list('hdrl', lists(5_000)))],
    [
      'empty objects of ASF',
      'wma',
      asfHeader(...Array.from({ length: 50_000 }, () => asfObject('00'.repeat(16), Buffer.alloc(0)))),
    ],
    [
      'pages of Ogg',
      'ogg',
      Buffer.concat([oggPage(vorbisHeader(), { flags: 2 }), Buffer.alloc(4 * MB).fill('OggS')]),
    ],
    ['first pages of Ogg', 'ogg', Buffer.alloc(4 * MB).fill(oggPage(vorbisHeader(), { flags: 2 }))],
    ['tags of FLV', 'flv', Buffer.concat([flv(1, 1), Buffer.alloc(4 * MB)])],
    [
      'frames of a tag',
      'mp3',
      Buffer.concat([id3Tag(3, Buffer.alloc(2 * MB).fill(id3Frame('TXXX', Buffer.alloc(0)))), mp3Frames(5)]),
    ],
    ['frames of AAC', 'aac', adtsFrames(30_000)],
    ['headers of frames without frames', 'mp3', Buffer.alloc(4 * MB).fill(Buffer.from([0xff, 0xfb, 0x90]))],
  ];

  it.each(attacks)('%s: is read in few steps', async (_, format, bytes) => {
    const reader = new CountingReader(bytes);
    await readFacts(reader, format).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'FILE_TOO_LARGE' });
    });
    // Everything is read once, plus the tail, whatever sizes are declared.
    expect(reader.bytes).toBeLessThan(Math.min(bytes.length, 6 * MB) * 2 + 8 * PAGE);
    expect(reader.reads).toBeLessThan(150);
  });

  it('a header with many covers: is refused like any file with too many streams', async () => {
    const picture = id3Frame('APIC', Buffer.from('\0image/png\0\x03\0\x89PNG', 'latin1'));
    const tag = id3Tag(3, Buffer.concat(Array.from({ length: 200 }, () => picture)));
    const reading = read(Buffer.concat([tag, mp3Frames(5)]), 'mp3');
    await expect(reading).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  function matroskaOf(content: Buffer): Buffer {
    return Buffer.concat([ebmlHeader('matroska'), element(0x18538067, content)]);
  }
  function trackEntries(): Buffer {
    const type = element(0x83, Buffer.from([2]));
    const codec = element(0x86, Buffer.from('A_OPUS'));
    return element(0x1654ae6b, element(0xae, Buffer.concat([type, codec, element(0xe1, Buffer.alloc(0))])));
  }
  function flood(type: string): Buffer {
    return Buffer.alloc(4 * MB).fill(box(type));
  }
  function riff(kind: string, content: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`RIFF\0\0\0\0${kind}`, 'latin1'), content]);
  }
  function list(kind: string, content: Buffer): Buffer {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length + 4);
    return Buffer.concat([Buffer.from('LIST'), size, Buffer.from(kind), content]);
  }
  function lists(count: number): Buffer {
    const junk = Buffer.alloc(100 * 8).fill('junk\0\0\0\0', 'latin1');
    return Buffer.concat(Array.from({ length: count }, () => list('strl', junk)));
  }
});

describe('the decoder descriptor in MP4', () => {
  const setup = Buffer.from([5, 0x80, 0x80, 2, 0x12, 0x08]);
  const decoder = Buffer.from([4, 0x80, 19, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xf4, 0]);
  const entryWith = (flags: number, extra: readonly number[]): Buffer => {
    const esds = Buffer.concat([
      Buffer.from([0, 0, 0, 0, 3, 0x80, 0x80, 0x80, 40, 0, 4, flags, ...extra]),
      decoder,
      setup,
    ]);
    return box('mp4a', Buffer.alloc(28), box('esds', esds));
  };

  it.each([
    ['without flags', 0, []],
    ['that depends on another', 0x80, [4, 4]],
    ['with an address', 0x40, [4, 4, 4, 4, 4]],
    ['with a clock', 0x20, [0, 4]],
    ['with all of these', 0xe0, [4, 4, 1, 4, 0, 4]],
  ])('is found after its flags: %s', (_, flags, extra) => {
    expect(readSampleEntry('audio', entryWith(flags, extra))).toMatchObject({
      ...{ codec: 'aac', channels: 1, bitrateKbps: 128 },
    });
  });
});
