import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { usage } from '@filemill/contracts';
import { systemClock } from '@filemill/platform';
import { FsObjectStore } from '@filemill/storage';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestMicroservice } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { at, listAt } from './support/calls.js';
import { AS_GUEST } from './support/gateway.js';
import { GatewayProcess } from './support/gateway-process.js';
import { MemoryAccounts } from './support/memory-accounts.js';
import { MemoryUsage } from './support/memory-usage.js';
import { RedisServer } from './support/redis-server.js';
import { formatSource, ScratchFormats } from './support/scratch-formats.js';
import { serveUsage } from './support/usage-server.js';

const SECRET = 's'.repeat(32);
const CONVERT_ONE = fileURLToPath(new URL('../../worker-media/test/support/convert-one.ts', import.meta.url));
const execute = promisify(execFile);

const RATE_HZ = 8_000;
const SECONDS = 2;
/** A tone of 440 Hz, 16 bits, one channel. */
const SAMPLES = Buffer.from(
  Int16Array.from({ length: RATE_HZ * SECONDS }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * 440 * index) / RATE_HZ)),
  ).buffer,
);

/** The tone as an IRCAM file: magic number, rate, channels, sample type, and the samples from byte 1024. */
function ircamFile(): Buffer {
  const header = Buffer.alloc(1024);
  header.write('64a30100', 'hex');
  header.writeFloatLE(RATE_HZ, 4);
  header.writeUInt32LE(1, 8);
  header.writeUInt32LE(2, 12);
  return Buffer.concat([header, SAMPLES]);
}

/** The tone as WAVE. */
function waveFile(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF____WAVEfmt ', 'latin1');
  header.writeUInt32LE(36 + SAMPLES.length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(SAMPLES.length, 40);
  return Buffer.concat([header, SAMPLES]);
}

/** Replaces a text that occurs exactly once in a source. @throws {Error} if it does not */
function replaceOnce(source: string, from: string, to: string): string {
  if (source.split(from).length !== 2) throw new Error(`the source does not contain “${from}” exactly once`);
  return source.replace(from, to);
}

/**
 * Adds or changes one source file in a copy of `packages/formats`: the built gateway and engines use that copy, in
 * their own processes, and the repository stays unchanged.
 */
describe('a single declaration', () => {
  let folder: string;
  let redisServer: RedisServer;
  let redis: Redis;
  let usageApp: INestMicroservice;
  let scratch: ScratchFormats;
  let gateway: GatewayProcess | undefined;
  let failed: unknown;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filemill-declaration-'));
    scratch = await ScratchFormats.create();
    await scratch.write('audio/pcm.ts', await pcmWithoutIrcam());
    await scratch.write('audio/ircam.ts', await scratchSource('ircam.ts'));
    await scratch.write('audio/flac.ts', await flacWithFrameSamples());
    redisServer = await RedisServer.start();
    redis = redisServer.connect();
    const ledger = new MemoryUsage(redis, systemClock);
    const { app, address } = await serveUsage(ledger, SECRET);
    usageApp = app;
    ledger.onAccept = (row) =>
      void convertByWorker(row)
        .then((done) => ledger.change(row.id, done))
        .catch((error: unknown) => {
          failed = error;
          return ledger.change(row.id, { status: 'failed', errorCode: 'ENGINE_FAILED' });
        });
    gateway = await GatewayProcess.start({
      ...scratch.env,
      REDIS_URL: redisServer.url,
      STORE_URL: `file://${folder}`,
      USAGE_ADDRESS: address,
      SERVICE_TOKEN_SECRET: SECRET,
      TOKEN_PUBLIC_KEY: new MemoryAccounts(systemClock).publicKey,
      WEB_ROOT: folder,
    });
  });
  afterAll(async () => {
    // The other servers must stop even if the gateway did not start.
    await gateway?.stop();
    await usageApp.close();
    redis.disconnect();
    await redisServer.stop();
    await scratch.remove();
    await rm(folder, { recursive: true });
  });

  /** Reads a declaration below `test/scratch` and changes its imports to those of a file below `src`. */
  const scratchSource = async (file: string): Promise<string> =>
    (await formatSource(`test/scratch/${file}`)).replaceAll("'../../src/", "'../");

  /** The catalogue has IRCAM, so its pairs are proven: the copy loses its declaration first. */
  const pcmWithoutIrcam = async (): Promise<string> =>
    replaceOnce(await formatSource('src/audio/pcm.ts'), 'export const ircam =', 'const _ircam =');

  /** The source of FLAC with one more option: the number of samples in a frame. */
  const flacWithFrameSamples = async (): Promise<string> => {
    const option = `frameSamples: z.int().min(256).max(8192).default(4096).describe('Samples in each frame.'),`;
    const source = await formatSource('src/audio/flac.ts');
    const declared = replaceOnce(source, 'z.strictObject({', `z.strictObject({ ${option}`);
    return replaceOnce(
      declared,
      "args: ({ compressionLevel = 5 }) => ['-compression_level', `${compressionLevel}`],",
      "args: ({ compressionLevel = 5, frameSamples = 4096 }) => ['-compression_level', `${compressionLevel}`, '-frame_size', `${frameSamples}`],",
    );
  };

  /** Converts as a worker does, without queue and attempts. @returns the changes of the row */
  const convertByWorker = async (row: usage.Conversion): Promise<Partial<usage.Conversion>> => {
    const store = new FsObjectStore(folder, 100);
    const [input, output] = [join(folder, `${row.id}.in`), join(folder, `${row.id}.out`)];
    await store.getFile(row.inputKey, input);
    const args = [row.inputFormat, row.outputFormat, row.optionsJson, input, output];
    const { PATH, HOME } = process.env;
    await execute(process.execPath, [CONVERT_ONE, ...args], { env: { PATH, HOME, ...scratch.env } });
    const outputKey = `${row.keyPrefix}output`;
    const convertedSizeBytes = await store.putFile(outputKey, output);
    return { status: 'completed', outputKey, convertedSizeBytes };
  };

  const send = async (path: string, init?: RequestInit): Promise<Response> => {
    if (!gateway) throw new Error('no gateway');
    return gateway.fetch(path, init);
  };
  const get = async (path: string): Promise<unknown> => (await send(`/api/${path}`)).json();

  /** Uploads a file as a guest. @returns status and body of the answer */
  const submit = async (name: string, bytes: Buffer, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    body.append('file', new File([new Uint8Array(bytes)], name));
    const headers = { ...AS_GUEST, prefer: 'wait=600' };
    const answer = await send('/api/guest/convert', { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };

  /** The result of a conversion, and its headers. */
  const convert = async (name: string, bytes: Buffer, fields: Record<string, string>) => {
    failed = undefined;
    const { status, body } = await submit(name, bytes, fields);
    if (failed) throw failed;
    expect({ status, body }).toMatchObject({ status: 200 });
    const conversion = at(body, 'data', 'conversion');
    const { pathname, search } = new URL(String(at(body, 'data', 'downloadUrl')), 'http://localhost');
    const download = await send(`${pathname}${search}`);
    expect(download.status).toBe(200);
    return { conversion, headers: download.headers, bytes: Buffer.from(await download.arrayBuffer()) };
  };

  describe('of a new format', () => {
    it('adds it to the inputs and outputs of the picker', async () => {
      const formats = await get('formats');
      expect(listAt(formats, 'audio', 'formats')).toContain('ircam');
      expect(listAt(formats, 'audio', 'output')).toContain('ircam');
      const view = await get('formats/sf');
      expect(view).toMatchObject({ format: 'ircam', category: 'audio', label: 'IRCAM' });
      const outputs = listAt(view, 'outputs').map((output) => at(output, 'format'));
      expect(outputs).toEqual(expect.arrayContaining(['mp3', 'wav', 'flac', 'mp4']));
      // The engine refines, so a file can be optimised.
      expect(outputs).toContain('ircam');
      const ofVideo = listAt(await get('formats/mkv'), 'outputs');
      expect(ofVideo).toContainEqual(expect.objectContaining({ format: 'ircam', engine: 'ffmpeg' }));
    });

    it('adds it to OpenAPI', async () => {
      const openApi = await get('openapi.json');
      const form = at(
        openApi,
        ...['paths', '/api/guest/convert', 'post', 'requestBody', 'content', 'multipart/form-data', 'schema'],
      );
      expect(listAt(form, 'properties', 'outputFormat', 'examples')).toContain('ircam');
      const [parameter] = listAt(openApi, 'paths', '/api/formats/{input}', 'get', 'parameters');
      expect(listAt(parameter, 'schema', 'examples')).toContain('ircam');
    });

    it('makes it detected by content under any name, and converted', async () => {
      const { conversion, bytes } = await convert('tone.mp3', ircamFile(), { outputFormat: 'wav' });
      expect(conversion).toMatchObject({ inputFormat: 'ircam', outputFormat: 'wav', kind: 'audio' });
      expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
      expect(bytes.includes(SAMPLES)).toBe(true);
    });

    it('makes it an output with its own extension and media type', async () => {
      const { conversion, headers, bytes } = await convert('tone.wav', waveFile(), { outputFormat: 'SF' });
      expect(conversion).toMatchObject({ inputFormat: 'wav', outputFormat: 'ircam' });
      expect(headers.get('content-type')).toBe('audio/x-ircam');
      expect(headers.get('content-disposition')).toContain('tone.sf');
      expect(bytes.equals(ircamFile())).toBe(true);
    });

    it('names it in the error when the requested output is impossible', async () => {
      const { status, body } = await submit('tone.sf', ircamFile(), { outputFormat: 'docx' });
      expect(status).toBe(415);
      expect(at(body, 'error', 'message')).toContain('IRCAM');
    });
  });

  describe('of a new option', () => {
    it('adds it to the schema from which the picker builds its form', async () => {
      const outputs = listAt(await get('formats/wav'), 'outputs');
      const flac = outputs.find((output) => at(output, 'format') === 'flac');
      expect(at(flac, 'options', 'properties', 'frameSamples')).toEqual({
        type: 'integer',
        minimum: 256,
        maximum: 8192,
        default: 4096,
        description: 'Samples in each frame.',
        examples: [6144],
      });
    });

    it.each([255, 8193, 1024.5, '"1024"'])('refuses %s, which is out of bounds', async (value) => {
      const options = `{"frameSamples": ${value}}`;
      const { status, body } = await submit('tone.wav', waveFile(), { outputFormat: 'flac', options });
      expect(status).toBe(422);
      expect(at(body, 'error')).toMatchObject({ code: 'option_invalid', field: 'frameSamples' });
    });

    it('refuses it for a format that does not declare it', async () => {
      const options = '{"frameSamples": 1024}';
      const { status, body } = await submit('tone.wav', waveFile(), { outputFormat: 'mp3', options });
      expect(status).toBe(422);
      expect(at(body, 'error')).toMatchObject({ code: 'option_invalid', field: 'frameSamples' });
    });

    it.each([
      ['{"frameSamples": 1024}', 1024],
      ['{}', 4096],
    ])('passes it to the engine: %s makes frames of %i samples', async (options, samples) => {
      const { bytes } = await convert('tone.wav', waveFile(), { outputFormat: 'flac', options });
      expect(bytes.toString('latin1', 0, 4)).toBe('fLaC');
      // Minimum and maximum samples of a frame, RFC 9639, section 8.2.
      expect([bytes.readUInt16BE(8), bytes.readUInt16BE(10)]).toEqual([samples, samples]);
    });
  });
});
