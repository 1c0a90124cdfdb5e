import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../byte-reader.js';
import { mediaInspector } from './index.js';

const detect = (content: string | Buffer): Promise<string | undefined> =>
  mediaInspector.detect(new BufferByteReader(Buffer.from(content as string)));

describe('detection of media', () => {
  it.each([
    ['#EXTM3U\n#EXTINF:1,\n/etc/passwd', 'm3u-playlist'],
    ['\ufeff\n#EXTM3U\n', 'm3u-playlist'],
    ["ffconcat version 1.0\nfile '/etc/passwd'", 'concat-script'],
    ["# made by hand\nfile '/etc/passwd'\ninpoint 1", 'concat-script'],
    ['<?xml version="1.0"?>\n<!-- x --><MPD type="static"/>', 'dash-manifest'],
    ['<x:SmoothStreamingMedia/>', 'smooth-streaming-manifest'],
    ['v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n', 'sdp-session'],
    ['[playlist]\nFile1=http://127.0.0.1/', 'pls-playlist'],
    ['PERFORMER "x"\nFILE "/etc/passwd" WAVE\n', 'cue-sheet'],
    ['# VobSub index file, v7', 'vobsub-index'],
  ])('names %j, which no pair accepts', async (content, id) => {
    expect(await detect(content)).toBe(id);
  });

  it('sees through UTF-16', async () => {
    expect(await detect(Buffer.from('\ufeff#EXTM3U\n', 'utf16le'))).toBe('m3u-playlist');
  });

  it.each([
    '',
    'Dear reader,\nfile the form by Monday.',
    'file the form by Monday\nand call me',
    '<html><body>#EXTM3U</body></html>',
    'TITLE of the play\nACT ONE',
    'RIFF....WEBP',
    '\0\0\0\x18ftypavif',
    '\xff\xfe\0\0',
  ])('leaves %j to the others', async (content) => {
    expect(await detect(Buffer.from(content, 'latin1'))).toBeUndefined();
  });
});

describe('reading of media', () => {
  const wave = (dataBytes: number, present: number): Buffer => {
    const header = Buffer.alloc(44 + present);
    header.write('RIFF....WAVEfmt ', 0, 'latin1');
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(1, 20);
    header.writeUInt16LE(2, 22);
    header.writeUInt32LE(8_000, 24);
    header.writeUInt32LE(32_000, 28);
    header.writeUInt16LE(4, 32);
    header.writeUInt16LE(16, 34);
    header.write('data', 36, 'latin1');
    header.writeUInt32LE(dataBytes, 40);
    return header;
  };
  const inspect = (bytes: Buffer) => mediaInspector.inspect(new BufferByteReader(bytes), 'wav');

  it('tells codec and length', async () => {
    expect(await inspect(wave(3_200, 3_200))).toEqual({
      durationMs: 100,
      streams: [{ kind: 'audio', codec: 'pcm_s16le' }],
    });
  });

  it('takes the length from the file where a pipe left it open', async () => {
    expect(await inspect(wave(0xffffffff, 6_400))).toMatchObject({ durationMs: 200 });
  });

  it('refuses what is cut short with FILE_CORRUPT', async () => {
    await expect(inspect(wave(3_200, 1_000))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    await expect(inspect(wave(3_200, 3_200).subarray(0, 30))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});
