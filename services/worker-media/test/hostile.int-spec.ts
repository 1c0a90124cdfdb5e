import { createCipheriv } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import {
  BufferByteReader,
  detectFormat,
  type FormatSpec,
  readFacts,
  registry,
  resolveFormat,
} from '@filemill/formats';
import { createJail, findProgram } from '@filemill/worker';
import { type Converter, createConverter, ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inputArguments } from '../src/engines/arguments.js';
import { DURATION_MS, FORMATS, makeFormat } from './media-files.js';

const SECRET = 'planted-secret-4711';
const FORMATS_A_DAY = 16;
let folder: string;
let converter: Converter;
let listener: Server;
let connections = 0;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
  await writeFile(join(folder, 'secret.txt'), SECRET);
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await converter.close();
  await new Promise((resolve) => listener.close(resolve));
});

/** Every kind of file that refers to other media, by the target of its reference. */
const PLAYLISTS: Readonly<Record<string, (target: string) => string>> = {
  hls: (target) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1.0,\n${target}\n#EXT-X-ENDLIST\n`,
  'hls with a byte order mark': (target) => `\ufeff#EXTM3U\n#EXTINF:1,\n${target}\n`,
  ffconcat: (target) => `ffconcat version 1.0\nfile '${target}'\n`,
  'concat without a first line': (target) => `file '${target}'\nduration 1\n`,
  dash: (target) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  'smooth streaming': (target) => `<SmoothStreamingMedia Url="${target}"></SmoothStreamingMedia>`,
  sdp: () => 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 96\r\n',
  pls: (target) => `[playlist]\nFile1=${target}\nNumberOfEntries=1\n`,
  cue: (target) => `TITLE "x"\nFILE "${target}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`,
  asx: (target) => `<asx version="3.0"><entry><ref href="${target}"/></entry></asx>`,
  xspf: (target) =>
    `<?xml version="1.0"?><playlist xmlns="http://xspf.org/ns/0/"><trackList><track><location>${target}</location></track></trackList></playlist>`,
  'asf reference': (target) => `[Reference]\r\nRef1=${target}\r\n`,
};
const EXTENSIONS = ['mp4', 'avi', 'mkv', 'mp3', 'wav', 'y4m', 'amr', 'cpk', 'xm', 'sph', 'ismv'];

describe('a playlist or script uploaded as media', () => {
  const targets = (): string[] => [
    join(folder, 'secret.txt'),
    '../secret.txt',
    `http://127.0.0.1:${(listener.address() as { port: number }).port}/x.ts`,
    `concat:${join(folder, 'secret.txt')}`,
  ];

  it.each(Object.keys(PLAYLISTS))('%s is refused by its content', async (kind) => {
    for (const target of targets()) {
      const content = Buffer.from(PLAYLISTS[kind]?.(target) ?? '');
      const seen = await detectFormat(new BufferByteReader(content));
      expect(seen).toBeDefined();
      expect(registry.format(seen ?? '')).toBeUndefined();
      const [extension] = EXTENSIONS;
      const input = join(folder, `x.${extension}`);
      await writeFile(input, content);
      await expect(converter.convert({ input, from: 'mp4', to: 'mkv' })).rejects.toMatchObject({
        code: 'UNSUPPORTED_FORMAT',
        params: { seen },
      });
    }
  });

  it.each(Object.keys(PLAYLISTS))('%s leaks nothing if ffmpeg is run on it directly', async (kind) => {
    const jail = createJail();
    const { signal } = new AbortController();
    for (const extension of ofToday(EXTENSIONS, FORMATS_A_DAY / 4)) {
      for (const target of targets().slice(0, 3)) {
        const job = await mkdtemp(join(folder, 'job-'));
        const at = { in: join(job, 'in'), out: join(job, 'out') };
        await Promise.all([mkdir(at.in), mkdir(at.out)]);
        await writeFile(join(at.in, `in.${extension}`), PLAYLISTS[kind]?.(target) ?? '');
        const result = await jail.run({
          program: findProgram('ffmpeg'),
          args: [
            ...[
              '-nostdin',
              ...inputArguments(registry.format(extension) as FormatSpec),
              '-i',
              `/job/in/in.${extension}`,
            ],
            ...['-map', '0', '-c', 'copy', '-f', 'data', '/job/out/out'],
          ],
          folder: at,
          signal,
          limits: {
            wallMs: 20_000,
            cpuSeconds: 20,
            memoryBytes: 2 ** 30,
            tmpBytes: 2 ** 24,
            fileBytes: 2 ** 20,
            processes: 32,
          },
        });
        expect(result.exitCode).not.toBe(0);
        expect(`${result.stdout}${result.stderr}`).not.toContain(SECRET);
        for (const file of await readdir(at.out)) {
          expect(await readFile(join(at.out, file), 'latin1')).not.toContain(SECRET);
        }
      }
    }
    expect(connections).toBe(0);
  });
});

const inspect = (bytes: Buffer, format: string) => readFacts(new BufferByteReader(bytes), format);
const sample = async (format: string): Promise<Buffer> => readFile(await makeFormat(folder, format));

describe('a file of zeros', () => {
  it.each(['mp4', 'avi', 'mkv', 'wmv', 'flac'])(
    'behind the header of %s fails without an output',
    async (format) => {
      const bytes = await sample(format);
      const input = join(folder, `zeros.${format}`);
      await writeFile(
        input,
        Buffer.from(bytes).fill(0, Math.floor(bytes.length * 0.1), Math.floor(bytes.length * 0.99)),
      );
      const to = format === 'flac' ? 'mp3' : 'webm';
      await expect(converter.convert({ input, from: format, to })).rejects.toMatchObject({
        code: 'FILE_CORRUPT',
      });
    },
  );
});

/** What may become of a forged file: it is read as far as it goes, or refused as damaged. */
const outcome = async (input: string, from: string): Promise<string> => {
  const as = registry.format(from)?.read?.ffmpeg?.as;
  const to = as === 'audio' ? 'wav' : 'mkv';
  return converter
    .convert({ input, from, to })
    .then(() => 'converted')
    .catch((error: { code?: string }) => error.code ?? `${error}`);
};
/** Numbers that look random and are the same in every run. */
const noise = (bytes: number): Buffer => {
  const key = Buffer.alloc(32, 1);
  return createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
};
/** Formats whose headers are read by ffmpeg's own demuxers alone. */
const READ_BY_DEMUXERS = FORMATS.filter((id) => registry.format(id)?.limits === undefined);

/** Formats without a mark: a file is recognised by the length in its header, and a part of it is not. */
const KNOWN_BY_LENGTH = ['rso'];

const FORGED = ofToday(READ_BY_DEMUXERS, FORMATS_A_DAY);

describe('a forged file', () => {
  it.each(FORGED)('%s that ends in the middle is read so far, or refused', async (format) => {
    const bytes = await sample(format);
    const input = join(folder, `half.${format}`);
    await writeFile(input, bytes.subarray(0, Math.ceil(bytes.length / 2)));
    const expected = KNOWN_BY_LENGTH.includes(format)
      ? ['UNSUPPORTED_FORMAT']
      : ['converted', 'FILE_CORRUPT'];
    expect(expected).toContain(await outcome(input, format));
  });

  it.each(FORGED)('%s with noise behind its mark is read as noise, or refused', async (format) => {
    const bytes = await sample(format);
    const input = join(folder, `noise.${format}`);
    await writeFile(input, Buffer.concat([bytes.subarray(0, 64), noise(50_000)]));
    expect(['converted', 'FILE_CORRUPT', 'FILE_TOO_LARGE', 'UNSUPPORTED_FORMAT']).toContain(
      await outcome(input, format),
    );
  });
});

describe('a wrong header', () => {
  /** Overwrites a number after the first box of a type. */
  const patched = (bytes: Buffer, type: string, offset: number, value: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32BE(value >>> 0, copy.indexOf(type, 0, 'latin1') + 4 + offset);
    return copy;
  };

  it.each([
    ['stsz', 8],
    ['stts', 4],
    ['stsc', 4],
    ['stco', 4],
    ['elst', 4],
  ])('with too many entries in %s is refused', async (type, offset) => {
    const bytes = await sample('mp4');
    for (const count of [100_000, 0xffffffff]) {
      await expect(inspect(patched(bytes, type, offset, count), 'mp4')).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
      });
    }
  });

  it('with a too large total size of samples is refused', async () => {
    const tooLarge = patched(await sample('mp4'), 'stsz', 4, 0x7fffffff);
    await expect(inspect(tooLarge, 'mp4')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('that refers to media in another file is refused', async () => {
    const external = patched(await sample('mp4'), 'url ', 0, 0);
    await expect(inspect(external, 'mp4')).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  });

  it('of an AVI with a wrong number of frames is ignored', async () => {
    const bytes = Buffer.from(await sample('avi'));
    bytes.writeUInt32LE(0xfffffff0, bytes.indexOf('strh', 0, 'latin1') + 8 + 32);
    const { durationMs } = await inspect(bytes, 'avi');
    expect(durationMs).toBeLessThan(2 * DURATION_MS);
    const input = join(folder, 'wrong-frames.avi');
    await writeFile(input, bytes);
    const { losses, outputs } = await converter.convert({ input, from: 'avi', to: 'mkv' });
    expect(losses).toEqual([]);
    expect(Math.abs((outputs[0]?.facts.durationMs ?? 0) - DURATION_MS)).toBeLessThan(200);
  });

  it('with a picture of 60,000 pixels a side is refused', async () => {
    const bytes = Buffer.from(await sample('mp4'));
    bytes.writeUInt16BE(60_000, bytes.indexOf('avc1', bytes.indexOf('stsd', 0, 'latin1'), 'latin1') + 28);
    await expect(inspect(bytes, 'mp4')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('of protected video is refused as encrypted', async () => {
    const bytes = Buffer.from(await sample('mp4'));
    bytes.write('encv', bytes.indexOf('avc1', bytes.indexOf('stsd', 0, 'latin1'), 'latin1'), 'latin1');
    await expect(inspect(bytes, 'mp4')).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });
});

describe('a file under the name of another format', () => {
  it.each(FORMATS)('is recognised by its content: %s', async (format) => {
    const seen = await detectFormat(new BufferByteReader(await sample(format)));
    expect(resolveFormat(seen, format)).toBe(format);
    const other = format === 'mp3' ? 'wav' : 'mp3';
    const input = join(folder, `sample.${format}`);
    await expect(converter.convert({ input, from: other, to: 'flac' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      params: { seen: resolveFormat(seen, other) },
    });
  });
});

describe('notes', () => {
  const WEEKS = Buffer.from(
    'MThd\0\0\0\x06\0\0\0\x01\0\x01MTrk\0\0\0\x0c\xff\xff\xff\x7f\x90\x3c\x64\0\xff\x2f\0\0',
    'latin1',
  );

  it('that last for weeks are refused before they are played', async () => {
    await expect(converter.convertBytes(WEEKS, { from: 'mid', to: 'mp3' })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });

  it.each([0.1, 0.5, 0.9])('of which only %d are there are played so far, or refused', async (part) => {
    const tune = await readFile(await makeFormat(folder, 'mid'));
    const cut = tune.subarray(0, Math.floor(tune.length * part));
    const result = await converter
      .convertBytes(cut, { from: 'mid', to: 'wav' })
      .catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toMatchObject({ code: 'FILE_CORRUPT' });
    else expect(result).toMatchObject({ outputs: [expect.anything()] });
  });

  it('of which none can be read are refused', async () => {
    const noise = Buffer.concat([Buffer.from('MThd'), Buffer.alloc(500, 0xa7)]);
    await expect(converter.convertBytes(noise, { from: 'mid', to: 'mp3' })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});
