import { AppError } from '@filemill/errors';
import { describe, expect, it } from '@jest/globals';
import { BufferByteReader, type ByteReader } from '../../bytes/byte-reader.js';
import { CountingReader } from '../../bytes/testing.js';
import { detectFormat, resolveFormat } from '../../catalogue/detect.js';
import { registry } from '../../catalogue/registry.js';
import { PLAYLISTS } from '../readers/playlists.js';
import {
  adtsFrames,
  asfHeader,
  asfObject,
  asfStream,
  box,
  ebmlHeader,
  element,
  flacOf,
  flv,
  ftyp,
  id3Frame,
  id3Tag,
  mp2Frames,
  mp3Frames,
  oggPage,
  trackBox,
  vorbisHeader,
  wave,
} from '../testing/files.js';

const detect = (content: string | Buffer): Promise<string | undefined> =>
  detectFormat(new BufferByteReader(typeof content === 'string' ? Buffer.from(content, 'latin1') : content));

const segment = element(0x18538067, Buffer.alloc(64, 0xec));
const movie = (...kinds: ('vide' | 'soun' | 'text')[]): Buffer =>
  box('moov', ...kinds.map((kind) => trackBox(kind)));
const media = box('mdat', Buffer.alloc(64));

const FILES: Readonly<Record<string, Buffer>> = {
  aac: adtsFrames(4),
  flac: flacOf(4096, Buffer.alloc(64)),
  m4a: Buffer.concat([ftyp('M4A '), movie('soun'), media]),
  m4b: Buffer.concat([ftyp('M4B '), movie('soun'), media]),
  m4r: Buffer.concat([ftyp('M4A '), movie('soun'), media]),
  mp3: mp3Frames(4),
  ogg: oggPage(vorbisHeader(), { flags: 2 }),
  wav: wave(64),
  wma: asfHeader(asfStream('audio')),
  '3gp': Buffer.concat([ftyp('3gp4'), movie('vide'), media]),
  avi: Buffer.from('RIFF\x40\0\0\0AVI LIST', 'latin1'),
  flv: flv(1, 1_000),
  mkv: Buffer.concat([ebmlHeader('matroska'), segment]),
  mov: Buffer.concat([ftyp('qt  '), movie('vide'), media]),
  mp4: Buffer.concat([ftyp('isom'), movie('vide', 'soun'), media]),
  webm: Buffer.concat([ebmlHeader('webm'), segment]),
  wmv: asfHeader(asfStream('audio'), asfStream('video')),
  ...Object.fromEntries(
    Object.entries({
      aiff: 'FORM\0\0\x10\0AIFFCOMM',
      au: '.snd\0\0\0\x18',
      caf: 'caff\0\x01',
      w64: 'riff\x2e\x91\xcf\x11\xa5\xd6',
      voc: 'Creative Voice File\x1a',
      sox: '.SoX\x1c',
      ircam: '\x64\xa3\x01\0',
      ast: 'STRM\0\0',
      dts: '\x7f\xfe\x80\x01\xfc',
      mlp: '\xc0\x19\x06\x80\xf8\x72\x6f\xbb',
      thd: '\xc0\x19\x06\x80\xf8\x72\x6f\xba',
      wv: 'wvpk\x10\0',
      tta: 'TTA1\x01\0',
      '3g2': '\0\0\0\x14ftyp3g2a',
      mxf: '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02',
      rm: '.RMF\0\0\0\x12',
      nut: 'nut/multimedia container\0',
      wtv: '\xb7\xd8\x00\x20\x37\x49\xda\x11\xa6\x4e\x00\x07\xe9\x5e\xad\x8d',
      dv: '\x1f\x07\0\x3f',
      h264: '\0\0\0\x01\x67\x64',
      m1v: `\0\0\x01\xb3\x0a\0\x78\x13\xff\xff\xe0\x18\0\0\x01\xb8`,
      m2v: `\0\0\x01\xb3\x0a\0\x78\x13\xff\xff\xe0\x18\0\0\x01\xb5`,
      m4e: '\0\0\x01\xb0\x01',
      hevc: '\0\0\0\x01\x40\x01\x0c',
      ivf: 'DKIF\0\0\x20\0VP80',
      obu: '\x12\0\x0a\x0d',
      y4m: 'YUV4MPEG2 W160 H120',
      f4v: '\0\0\0\x20ftypf4v ',
      ismv: '\0\0\0\x18ftypisml',
      mj2: '\0\0\0\x1cftypmjp2',
      gxf: '\0\0\0\0\x01\xbc\0\0\x01\x58\0\0\0\0\xe1\xe2',
      amv: 'RIFF\0\0\0\0AMV LIST',
      cpk: `FILM\0\0\x05\x601.09\0\0\0\0FDSC`,
      roq: '\x84\x10\xff\xff\xff\xff\x1e\0',
      smjpeg: '\0\nSMJPEG\0',
      dnxhd: '\0\0\x02\x80\x03\x01',
      amr: '#!AMR\n\x04',
      awb: '#!AMR-WB\n\x44',
      c2: '\xc0\xde\xc2\0\x08',
      sph: 'NIST_1A\n   1024\n',
      wve: 'ALawSoundFile**\0\x0f\x10',
      mpc: 'MPCKSH\x0f',
      mpc7: 'MP+\x07\x03\0\0\0',
      adx: '\x80\0\0\x20\x03\x12\x04\x02',
      alp: 'ALP \x08\0\0\0ADPCM',
      apm: `\0 \x02\0\x44\xac\0\0${'\0'.repeat(12)}vs12`,
      argo: 'ASF\0\x02\0',
      kvag: 'KVAG\x5c\x67',
      aud: `\x44\xac${'\0'.repeat(9)}\x63\0\x04\0\x10\xaf\xde\0\0`,
      mid: 'MThd\0\0\0\x06\0\x01',
      '8svx': 'FORM\0\0\x10\x008SVXVHDR',
      maud: 'FORM\0\0\x10\0MAUDMHDR',
      avr: '2BIT\0\0',
      hcom: `\0\x01A${'\0'.repeat(62)}FSSD${'\0'.repeat(59)}HCOM`,
      pvf: 'PVF1\n1 44100 16\n',
      mmf: 'MMMD\0\0',
      ape: 'MAC \x96\x0f',
      tak: 'tBaK\x01\x0d',
      dsf: 'DSD \x1c\0',
      dff: 'FRM8\0\0\0\0\0\0\x37\x96DSD FVER',
      xm: 'Extended Module: Song',
      it: 'IMPMSong',
      s3m: `${'Song'.padEnd(28, '\0')}\x1a\x10${'\0'.repeat(14)}SCRM`,
      rso: '\x01\0\0\xf8\x1f\x40',
    }).map(([id, start]) => [id, Buffer.from(start.padEnd(256, '\0'), 'latin1')]),
  ),
  mp2: mp2Frames(4),
  mka: Buffer.concat([ebmlHeader('matroska'), segment]),
  opus: oggPage(Buffer.from('OpusHead\x01\x02', 'latin1'), { flags: 2 }),
  spx: oggPage(Buffer.from('Speex   1.2', 'latin1'), { flags: 2 }),
  // 192 kbit/s at 48 kHz, twice; and frames of 768 bytes.
  ac3: repeated('\x0b\x77\0\0\x14\x40', 768),
  eac3: repeated('\x0b\x77\x01\x7f\x30\x80', 768),
  ogv: oggPage(Buffer.from('\x80theora\x03\x02\x01', 'latin1'), { flags: 2 }),
  mpg: Buffer.from(`\0\0\x01\xba\x44${'\0'.repeat(8)}\xf8\0\0\x01\xbb${'\0'.repeat(32)}`, 'latin1'),
  ts: repeated('\x47\x40', 188),
  m2ts: repeated('\0\0\0\0\x47\x40', 192),
  gsm: Buffer.from('\xd2'.padEnd(33, '\0').repeat(8), 'latin1'),
  // 200 bytes after a header of 3; and 8 blocks of 4 subbands, one channel, 32 bits.
  latm: repeated('\x56\xe0\xc8', 203),
  sbc: repeated('\x9c\x10\x20', 38),
  mod: Buffer.from(`${'Song'.padEnd(1_080, '\0')}M.K.`, 'latin1'),
  // JPEG pictures, and formats without a mark: their names decide.
  mjpeg: Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF'.padEnd(256, '\0'), 'latin1'),
  ...Object.fromEntries(
    ['alaw', 'aptx', 'aptxhd', 'dfpwm', 'g722', 'g726', 'h261', 'h263', 'sln', 'ulaw'].map((id) => [
      id,
      Buffer.from('\x7f\xfb\x03\x8e'.repeat(64), 'latin1'),
    ]),
  ),
};

/** Five packets or frames that begin alike. */
function repeated(start: string, bytes: number): Buffer {
  return Buffer.from(start.padEnd(bytes, '\0').repeat(5), 'latin1');
}

describe('signatures of audio and video', () => {
  it.each(Object.keys(FILES))('identify %s under any file name', async (format) => {
    const seen = await detect(FILES[format] ?? Buffer.alloc(0));
    expect(resolveFormat(seen, format)).toBe(format);
    for (const other of registry.formats.filter(({ noSignature }) => seen || !noSignature)) {
      // The name decides between formats with the same bytes.
      const decides = other.id === format || other.sharesBytesWith?.includes(seen ?? '');
      expect(resolveFormat(seen, other.id)).toBe(decides ? other.id : seen);
    }
  });

  it('have a sample for every format that is read', () => {
    const formats = registry.formats.filter(
      ({ category, internal, read }) => (category === 'audio' || category === 'video') && !internal && read,
    );
    expect(Object.keys(FILES).toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
  });
});

describe('audio after tags', () => {
  const typeFrame = id3Frame('TFLT', Buffer.from('\0MPG/3', 'latin1'));
  const versions = [2, 3, 4, 5];
  const contents: [string, Buffer][] = [
    ['aac', adtsFrames(4)],
    ['flac', FILES.flac as Buffer],
    ['mp3', mp3Frames(4)],
    ['mp2', mp2Frames(4)],
    ['wav', wave(64)],
  ];

  it.each(versions.flatMap((version) => contents.map(([id, sound]) => [version, id, sound] as const)))(
    'is identified after ID3v2.%i as %s, whatever the tag contains',
    async (version, id, sound) => {
      const tag = version === 2 ? id3Tag(2) : id3Tag(version, typeFrame);
      expect(await detect(Buffer.concat([tag, sound]))).toBe(id);
    },
  );

  it('is identified after several tags, a footer and padding', async () => {
    const withFooter = Buffer.concat([id3Tag(4, Buffer.alloc(5), 0x10), Buffer.alloc(10)]);
    const tags = [id3Tag(3, Buffer.alloc(300)), withFooter, Buffer.alloc(2_000)];
    expect(await detect(Buffer.concat([...tags, adtsFrames(4)]))).toBe('aac');
  });

  it('is identified by two frames between tags', async () => {
    const last = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
    expect(await detect(Buffer.concat([id3Tag(3, Buffer.alloc(20)), mp3Frames(2), last]))).toBe('mp3');
    expect(await detect(Buffer.concat([mp3Frames(2), last]))).toBe('mp3');
  });

  it('is identified after a tag with a wrong length', async () => {
    const tag = id3Tag(3, Buffer.alloc(40));
    tag[6] = 0x7f;
    expect(await detect(Buffer.concat([tag, mp3Frames(10)]))).toBe('mp3');
  });

  it('is identified in a file that begins in the middle of a frame', async () => {
    expect(await detect(mp3Frames(12).subarray(200))).toBe('mp3');
    expect(await detect(adtsFrames(12).subarray(100))).toBe('aac');
  });

  it('is MP2 in a file that is named like MP3', async () => {
    const seen = await detect(mp2Frames(4));
    expect([seen, resolveFormat(seen, 'mp3'), resolveFormat(seen, 'wav')]).toEqual(['mp2', 'mp2', 'mp2']);
  });
});

describe('MP4 with audio only', () => {
  const plain = (brand: string): Buffer => Buffer.concat([ftyp(brand), media, movie('soun', 'text')]);

  it('is M4A if its brand is M4A, even if its name says MP4', async () => {
    const seen = await detect(plain('M4A '));
    expect(resolveFormat(seen, 'mp4')).toBe('m4a');
  });

  it('follows the file name if the brand allows both, and is M4A under any other name', async () => {
    const seen = await detect(plain('mp42'));
    expect(['mp4', 'm4a', 'wav', undefined].map((name) => resolveFormat(seen, name))).toEqual([
      ...['mp4', 'm4a', 'm4a', 'm4a'],
    ]);
  });

  it('is MP4 if its moov box cannot be found', async () => {
    expect(await detect(Buffer.concat([ftyp('isom'), media]))).toBe('mp4');
  });

  it('reports a store that fails instead of an unknown format', async () => {
    const head = Buffer.concat([ftyp('isom'), box('free', Buffer.alloc(2 * 1024 * 1024))]);
    const failing: ByteReader = {
      sizeBytes: 10 * 1024 * 1024,
      read: async (offset, length) => {
        if (offset > 0) throw new AppError('UNAVAILABLE');
        return head.subarray(0, length);
      },
    };
    await expect(detectFormat(failing)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('ASF', () => {
  it('is identified by its header, whatever its size', async () => {
    const objects = Array.from({ length: 500 }, () => asfObject('00'.repeat(16), Buffer.alloc(8)));
    const header = asfHeader(...objects.slice(0, 60), asfStream('video'));
    const reader = new CountingReader(header, 2 ** 31);
    expect(await detectFormat(reader)).toBe('wmv');
    expect(reader.bytes).toBeLessThanOrEqual(4 * 65_536);
    const flood = new CountingReader(asfHeader(...objects, Buffer.alloc(40 * 1024 * 1024)));
    expect(await detectFormat(flood)).toBe('wma');
    expect(flood.bytes).toBeLessThanOrEqual(4 * 65_536);
  });

  it('is identified after a large cover', async () => {
    const cover = asfObject('40a4d0d207e3d21197f000a0c95ea850', Buffer.alloc(500_000));
    const reader = new CountingReader(asfHeader(cover, asfStream('video')));
    expect(await detectFormat(reader)).toBe('wmv');
    expect(reader.bytes).toBeLessThanOrEqual(4 * 65_536);
  });
});

describe('files that refer to other media', () => {
  it.each([
    ['#EXTM3U\n#EXTINF:1,\n/etc/passwd', 'm3u-playlist'],
    ['\xef\xbb\xbf\n#EXTM3U\n', 'm3u-playlist'],
    ["ffconcat version 1.0\nfile '/etc/passwd'", 'concat-script'],
    ["# made by hand\nfile '/etc/passwd'\ninpoint 1", 'concat-script'],
    ['<?xml version="1.0"?>\n<!-- x --><MPD type="static"/>', 'dash-manifest'],
    ['<x:SmoothStreamingMedia/>', 'smooth-streaming-manifest'],
    ['v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n', 'sdp-session'],
    ['[playlist]\nFile1=http://127.0.0.1/', 'pls-playlist'],
    ['[Reference]\r\nRef1=http://127.0.0.1/', 'asf-reference'],
    ['PERFORMER "x"\nFILE "/etc/passwd" WAVE\n', 'cue-sheet'],
    ['# VobSub index file, v7', 'vobsub-index'],
  ])('are detected and refused under any name: %j', async (content, id) => {
    const seen = await detect(content);
    expect(seen).toBe(id);
    for (const { id: name } of registry.formats) {
      expect(registry.format(resolveFormat(seen, name) ?? '')).toBeUndefined();
    }
  });

  it('are detected in UTF-16', async () => {
    expect(await detect(Buffer.from('\ufeff#EXTM3U\n', 'utf16le'))).toBe('m3u-playlist');
  });

  it.each([
    `[REFERENCE]${'\n'.repeat(4_080)}`,
    `FILE\n${'\t'.repeat(4_000)}`,
    '<!DOCTYPE'.repeat(450),
    '<!--'.repeat(1_000),
    '<?'.repeat(2_000),
    `<${'a'.repeat(4_000)}`,
  ])('are not detected in a text that only begins like one: %#', async (content) => {
    expect(PLAYLISTS).not.toContain(await detect(content));
  });
});

describe('content that is neither audio nor video', () => {
  const mediaIds = new Set([...Object.keys(FILES), 'mp4-sound']);

  it.each([
    'Dear reader,\nfile the form by Monday.',
    'file the form by Monday\nand call me',
    '<html><body>#EXTM3U</body></html>',
    'TITLE of the play\nACT ONE',
    'the free encyclopedia',
    'The wide world',
    'RIFF....WEBP',
    '\0\0\0\x18ftypavif',
    '\xff\xfe\0\0',
    '\xff\xd8\xff\xe0',
  ])('is not identified as either: %j', async (content) => {
    expect(mediaIds.has((await detect(content)) ?? '')).toBe(false);
  });
});
