import { join } from 'node:path';
import { type Converted, type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/ffmpeg.engine.js';
import { makeFormat, makeMedia, mediainfo, packetHash, probe, runProgram, soundHash } from './media-files.js';

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100:duration=1'];
const TEST_CARD = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=25:duration=1'];
const NOISE_96K = ['-f', 'lavfi', '-i', 'anoisesrc=sample_rate=96000:duration=0.5:seed=7'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

let folder: string;
let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine]);
  folder = converter.folder;
});
afterAll(() => converter.close());

/** Makes a file with ffmpeg's arguments and converts it. */
async function convert(
  args: readonly string[],
  name: string,
  to: string,
  options: Record<string, unknown> = {},
): Promise<Converted & { input: string; output: string }> {
  const input = join(folder, name);
  await makeMedia([...args, input]);
  return convertFile(input, to, options);
}

async function convertFile(input: string, to: string, options: Record<string, unknown> = {}) {
  const from = input.split('.').at(-1) ?? '';
  const converted = await converter.convert({ input, from, to, options });
  return { ...converted, input, output: converted.outputs[0]?.path ?? '' };
}

const lossCodes = ({ losses }: Converted): string[] => losses.map(({ code }) => code);
const codecsOf = async (path: string): Promise<string[]> =>
  (await probe(path)).streams.map(({ codec_name }) => codec_name);

describe('a change of container', () => {
  it.each([
    ['mp4', 'mkv'],
    ['mp4', 'mov'],
    ['mp4', 'flv'],
    ['mp4', '3gp'],
    ['mkv', 'mp4'],
    ['webm', 'mkv'],
    ['webm', 'mp4'],
    ['avi', 'mkv'],
    ['wmv', 'mkv'],
    ['flv', 'mp4'],
  ])('from %s to %s keeps every packet unchanged', async (from, to) => {
    const input = await makeFormat(folder, from);
    const { output } = await convertFile(input, to);
    expect(await packetHash(output, 'v:0')).toBe(await packetHash(input, 'v:0'));
    expect(await packetHash(output, 'a:0')).toBe(await packetHash(input, 'a:0'));
  });

  it.each([
    ['mp4', 'm4a'],
    ['mp4', 'aac'],
    ['avi', 'mp3'],
    ['wmv', 'wma'],
    ['webm', 'ogg'],
  ])('extracts the audio of %s as %s unchanged', async (from, to) => {
    const input = await makeFormat(folder, from);
    const { output } = await convertFile(input, to);
    expect(await packetHash(output, 'a:0')).toBe(await packetHash(input, 'a:0'));
  });

  it('keeps every track and its language, and converts subtitles', async () => {
    const surround = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=5.1'];
    const film = join(folder, 'film.mkv');
    const text = join(folder, 'text.srt');
    await runProgram('sh', ['-c', `printf '1\\n00:00:00,100 --> 00:00:00,600\\nHello\\n' > "$0"`, text]);
    await makeMedia([
      ...[
        ...TEST_CARD,
        ...TONE,
        ...surround,
        '-i',
        text,
        '-map',
        '0',
        '-map',
        '1',
        '-map',
        '2',
        '-map',
        '3',
        '-map',
        '3',
      ],
      ...[...H264, '-c:a:0', 'aac', '-c:a:1', 'ac3', '-c:s:0', 'srt', '-c:s:1', 'ass', '-t', '1'],
      ...[
        '-metadata:s:a:0',
        'language=deu',
        '-metadata:s:a:1',
        'language=fra',
        '-metadata:s:s:0',
        'language=ita',
        film,
      ],
    ]);
    const converted = await convertFile(film, 'mp4');
    const { streams } = await probe(converted.output);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual([
      'h264',
      'aac',
      'ac3',
      'mov_text',
      'mov_text',
    ]);
    expect(streams.slice(1, 4).map(({ tags }) => tags?.language)).toEqual(['deu', 'fra', 'ita']);
    expect(lossCodes(converted)).toEqual(['subtitle_styles_dropped']);
    expect(streams[2]?.channels).toBe(6);
    const webm = await convertFile(film, 'webm');
    expect(await codecsOf(webm.output)).toEqual(['vp9', 'opus', 'opus', 'webvtt', 'webvtt']);
    const flv = await convertFile(film, 'flv');
    expect(await codecsOf(flv.output)).toEqual(['h264', 'aac']);
    expect(lossCodes(flv)).toEqual(['audio_tracks_dropped', 'subtitles_dropped']);
  });

  it('keeps the rotation of a phone video, or applies it', async () => {
    const input = join(folder, 'phone.mp4');
    await makeMedia([
      '-i',
      await makeFormat(folder, 'mp4'),
      '-c',
      'copy',
      '-metadata:s:v',
      'rotate=90',
      input,
    ]);
    const [mov, mkv, avi] = await Promise.all(['mov', 'mkv', 'avi'].map((to) => convertFile(input, to)));
    expect(
      (await runProgram('ffprobe', ['-v', 'error', '-show_streams', mov?.output ?? ''])).includes(
        'rotation=',
      ),
    ).toBe(true);
    expect(mov?.outputs[0]?.facts).toMatchObject({ widthPx: 120, heightPx: 160 });
    for (const path of [mkv?.output, avi?.output]) {
      expect((await probe(path ?? '')).streams[0]).toMatchObject({ width: 120, height: 160 });
    }
  });

  it('converts files whose header has no duration: fragmented MP4, recordings of browsers', async () => {
    const input = await makeFormat(folder, 'mp4');
    const fragmented = await convert(
      ['-i', input, '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov'],
      'fragmented.mp4',
      'mkv',
    );
    expect(await packetHash(fragmented.output, 'v:0')).toBe(await packetHash(input, 'v:0'));
    const live = await convert(
      [...TEST_CARD, ...TONE, '-c:v', 'libvpx', '-live', '1', '-f', 'webm'],
      'live.webm',
      'mp4',
    );
    expect(await codecsOf(live.output)).toEqual(['h264', 'opus']);
  });

  it('encodes AVI without timestamps, which cannot be copied', async () => {
    const args = [...TEST_CARD, ...TONE, '-c:v', 'mpeg4', '-bf', '2', '-c:a', 'libmp3lame'];
    const { output } = await convert(args, 'b-frames.avi', 'mp4');
    const [picture] = (await mediainfo(output)).filter((track) => track['@type'] === 'Video');
    expect(Math.abs(Number(picture?.Duration) - 1)).toBeLessThanOrEqual(0.08);
  });
});

describe('lossless audio', () => {
  it.each([
    ['pcm_s16le', 'wav', 'flac', {}],
    ['pcm_s24le', 'wav', 'flac', {}],
    ['pcm_s24le', 'wav', 'm4a', { codec: 'alac' }],
    ['pcm_s24le', 'wav', 'mkv', {}],
    ['flac', 'flac', 'wav', {}],
    ['flac', 'flac', 'mkv', {}],
  ])('%s in %s has equal samples in %s', async (codec, from, to, options) => {
    const depth = codec === 'flac' ? ['-sample_fmt', 's32'] : [];
    const { input, output } = await convert(
      [...NOISE_96K, '-c:a', codec, ...depth],
      `${codec}.${from}`,
      to,
      options,
    );
    expect(await soundHash(output)).toBe(await soundHash(input));
    const sound = (await probe(output)).streams.find(({ codec_type }) => codec_type === 'audio');
    expect(sound?.sample_rate).toBe('96000');
  });

  it('reports the reduction of 32-bit samples to 24 bits', async () => {
    const converted = await convert([...NOISE_96K, '-c:a', 'pcm_f32le'], 'float.wav', 'flac');
    expect(lossCodes(converted)).toEqual(['sample_depth_reduced']);
    await runProgram('flac', ['--test', '--silent', converted.output]);
  });
});

describe('tags and covers', () => {
  const taggedMp3 = async (): Promise<string> => {
    const cover = join(folder, 'cover.jpg');
    await makeMedia(['-f', 'lavfi', '-i', 'color=red:size=300x200', '-frames:v', '1', cover]);
    const path = join(folder, 'tagged.mp3');
    await makeMedia([
      ...[...TONE, '-i', cover, '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
      ...['-metadata', 'title=Ünïcode', '-metadata', 'artist=Someone', path],
    ]);
    return path;
  };

  it.each(['flac', 'm4a'])('are kept in %s', async (to) => {
    const converted = await convertFile(await taggedMp3(), to);
    const { streams, tags } = await probe(converted.output);
    const lower = Object.fromEntries(
      Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(lower).toMatchObject({ title: 'Ünïcode', artist: 'Someone' });
    expect(streams[1]).toMatchObject({ codec_name: 'mjpeg', width: 300, disposition: { attached_pic: 1 } });
    expect(lossCodes(converted)).toEqual([]);
  });

  it('are kept to Ogg and back, and the cover is reported as dropped', async () => {
    const ogg = await convertFile(await taggedMp3(), 'ogg');
    expect(lossCodes(ogg)).toEqual(['cover_dropped']);
    const back = await convertFile(ogg.output, 'mp3');
    expect((await probe(back.output)).tags.title).toBe('Ünïcode');
  });

  it.each(['mp4', 'webm', 'wmv'])('become %s, which shows the cover', async (to) => {
    const { output } = await convertFile(await taggedMp3(), to);
    expect((await probe(output)).streams[0]).toMatchObject({ codec_type: 'video', width: 300, height: 200 });
    const tracks = await mediainfo(output);
    const durations = tracks.filter((track) => track.Duration).map((track) => Number(track.Duration));
    for (const duration of durations) expect(Math.abs(duration - 1)).toBeLessThanOrEqual(0.3);
  });
});

describe('video that has to be encoded', () => {
  it('has the colours of standard range if it was high dynamic range', async () => {
    const hdr = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params'];
    const colours = 'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
    const flags = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
    const converted = await convert([...TEST_CARD, ...hdr, colours, ...flags], 'hdr.mp4', 'webm');
    const text = await runProgram('ffprobe', ['-v', 'error', '-show_streams', converted.output]);
    expect(text).toMatch(/color_transfer=bt709/);
    expect(lossCodes(converted)).toEqual(['hdr_converted', 'colour_depth_reduced']);
  });

  it('is cut to an even size if its size is odd', async () => {
    const odd = ['-f', 'lavfi', '-i', 'testsrc=size=161x121:rate=25:duration=0.4', '-c:v', 'ffv1'];
    const { output } = await convert(odd, 'odd.mkv', 'mp4');
    expect((await probe(output)).streams[0]).toMatchObject({ width: 160, height: 120 });
  });

  it('is smaller at a low quality than at a high one, and reports its progress', async () => {
    const seen: number[] = [];
    const input = await makeFormat(folder, 'mp4');
    const sizes: number[] = [];
    for (const quality of [5, 95]) {
      const { outputs } = await converter.convert({
        ...{ input, from: 'mp4', to: 'webm', options: { quality } },
        onProgress: (fraction) => seen.push(fraction),
      });
      sizes.push(outputs[0]?.sizeBytes ?? 0);
    }
    expect(sizes[0]).toBeLessThan((sizes[1] ?? 0) / 2);
    expect(Math.max(...seen)).toBeGreaterThan(0.9);
  });

  it('cannot become audio if it has no audio track', async () => {
    const silent = convert([...TEST_CARD, ...H264], 'silent.mp4', 'mp3');
    await expect(silent).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  });
});
