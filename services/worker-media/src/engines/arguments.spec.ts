import { type MediaInfo, type MediaTrack, registry } from '@filemill/formats';
import { describe, expect, it } from '@jest/globals';
import { containerOf, expectedStreams, outputArguments, possibleLengths } from './arguments.js';
import { frameRateLosses, planStreams } from './plan.js';

const video = (codec: string, more: Partial<MediaTrack> = {}): MediaTrack => ({
  kind: 'video',
  codec,
  widthPx: 160,
  heightPx: 120,
  ...more,
});
const audio = (codec: string, more: Partial<MediaTrack> = {}): MediaTrack => ({
  kind: 'audio',
  codec,
  channels: 2,
  sampleRateHz: 48_000,
  ...more,
});
const subtitle = (codec: string): MediaTrack => ({ kind: 'subtitle', codec });
const LAYOUTS = 'aformat=channel_layouts=mono|stereo|3.0|4.0|quad|5.0|5.1|6.1|7.1';
const cover = video('mjpeg', { isCover: true });

type Options = Readonly<Record<string, unknown>> & { readonly quality?: number };

function requestFor(to: string, tracks: MediaTrack[], options: Options = {}) {
  const info: MediaInfo = { durationMs: 1000, tracks };
  const format = registry.format(to);
  if (!format) throw new Error(to);
  const { quality } = options;
  const container = containerOf(format, options);
  const plan = planStreams({ info, container, canCopy: quality === undefined, options: {} });
  return { info, container, plan, quality, options };
}

const argv = (to: string, tracks: MediaTrack[], options?: Options): string =>
  outputArguments(requestFor(to, tracks, options)).join(' ');
const losses = (to: string, tracks: MediaTrack[]): string[] =>
  requestFor(to, tracks).plan.losses.map(({ code }) => code);

describe('outputArguments', () => {
  it('copies every stream that the container can hold', () => {
    expect(argv('mkv', [video('h264'), audio('aac'), audio('ac3'), subtitle('ass')])).toBe(
      '-map 0:v:0 -c:v:0 copy -map 0:a:0 -c:a:0 copy -map 0:a:1 -c:a:1 copy -map 0:s:0 -c:s:0 copy',
    );
  });

  it('tags copied HEVC as Apple requires', () => {
    expect(argv('mov', [video('hevc')])).toBe('-map 0:v:0 -c:v:0 copy -tag:v:0 hvc1 -movflags +faststart');
  });

  it('copies video and encodes audio that does not fit the container', () => {
    expect(argv('mp4', [video('h264'), audio('vorbis')])).toBe(
      `-map 0:v:0 -c:v:0 copy -map 0:a:0 -c:a:0 aac -b:a:0 256k -filter:a:0 ${LAYOUTS} -movflags +faststart`,
    );
  });

  it('encodes WebM with VP9 in real time and Opus', () => {
    expect(argv('webm', [video('h264'), audio('aac')])).toBe(
      '-map 0:v:0 -c:v:0 libvpx-vp9 -deadline:v:0 realtime -cpu-used:v:0 8 -row-mt:v:0 1 -tile-columns:v:0 2 ' +
        '-b:v:0 0 -crf:v:0 31 -filter:v:0 format=yuv420p -fpsmax:v:0 120 -map 0:a:0 -c:a:0 libopus -b:a:0 160k ' +
        `-filter:a:0 ${LAYOUTS}`,
    );
  });

  it('encodes if a quality is requested', () => {
    expect(argv('mp4', [video('h264'), audio('aac')], { quality: 100 })).toBe(
      '-map 0:v:0 -c:v:0 libx264 -preset:v:0 veryfast -crf:v:0 14 -filter:v:0 format=yuv420p -fpsmax:v:0 120 ' +
        `-map 0:a:0 -c:a:0 aac -b:a:0 320k -filter:a:0 ${LAYOUTS} -movflags +faststart`,
    );
  });

  it('rotates video if the container cannot store the rotation', () => {
    const turned = video('h264', { rotationDegrees: 90 });
    expect(argv('mov', [turned])).toContain('-c:v:0 copy');
    expect(argv('mkv', [turned])).toContain('-c:v:0 libx264');
  });

  it('maps high dynamic range to standard range, and makes odd sizes even', () => {
    const args = argv('avi', [video('hevc', { transfer: 'pq', componentBits: 10, widthPx: 161 })]);
    expect(args).toMatch(/-filter:v:0 zscale=t=linear.*tonemap=tonemap=hable.*,crop=trunc\(iw\/2\)\*2/);
  });

  it('draws a waveform for audio without a cover', () => {
    expect(argv('mp4', [audio('mp3')])).toBe(
      `-filter_complex [0:a:0]${LAYOUTS},showwaves=s=1280x720:r=25:mode=cline:colors=0x6ea8fe,format=yuv420p[picture] ` +
        '-map [picture] -c:v:0 libx264 -preset:v:0 veryfast -crf:v:0 20 -map 0:a:0 -c:a:0 copy -movflags +faststart',
    );
  });

  it('names the speakers, which some decoders do not, to every encoder that must know them', () => {
    const tak = audio('tak', { sampleRateHz: 44_100 });
    expect(argv('m4a', [tak])).toContain(`-filter:a:0 ${LAYOUTS}`);
    expect(argv('caf', [tak])).not.toContain('aformat');
    expect(argv('mp3', [audio('flac', { channels: 6 })])).not.toContain('aformat');
  });

  it('shows the cover for as long as the audio lasts', () => {
    expect(argv('avi', [audio('mp3'), cover])).toMatch(
      /^-filter_complex \[0:v:0\]scale=.*loop=-1.*,trim=duration=1.000/,
    );
  });

  it.each([
    ['mp3', audio('pcm_s16le'), '-c:a:0 libmp3lame -q:a:0 0'],
    ['mp3', audio('aac', { bitrateKbps: 256 }), '-c:a:0 libmp3lame -q:a:0 0'],
    ['mp3', audio('aac', { bitrateKbps: 96 }), '-c:a:0 libmp3lame -q:a:0 2'],
    ['mp3', audio('flac', { sampleRateHz: 88_200 }), '-q:a:0 0 -ar:a:0 44100'],
    ['mp3', audio('flac', { channels: 6 }), '-q:a:0 0 -ac:a:0 2'],
    ['opus', audio('dsd_lsbf_planar', { sampleRateHz: 352_800 }), '-b:a:0 160k -ar:a:0 48000'],
    ['mxf', audio('flac', { sampleRateHz: 88_200 }), '-ar:a:0 48000 -ar:a:0 48000'],
    ['m4a', audio('mp3', { bitrateKbps: 320 }), '-c:a:0 aac -b:a:0 256k'],
    ['ogg', audio('pcm_s16le'), '-c:a:0 libvorbis -q:a:0 7.0'],
    ['ogg', audio('opus'), '-c:a:0 copy'],
    ['wma', audio('flac'), '-c:a:0 wmav2 -b:a:0 192k'],
    ['wav', audio('flac', { sampleBits: 24 }), '-c:a:0 pcm_s24le'],
    ['wav', audio('mp3'), '-c:a:0 pcm_s16le'],
    ['flac', audio('pcm_s24le', { sampleBits: 24 }), '-c:a:0 flac -sample_fmt:a:0 s32'],
    ['flac', audio('pcm_s16le', { sampleBits: 16 }), '-sample_fmt:a:0 s16'],
    ['flac', audio('aac'), '-sample_fmt:a:0 s16'],
  ])('encodes audio for %s with arguments that fit the source', (to, track, expected) => {
    expect(argv(to, [track])).toContain(expected);
  });

  it('mixes sound for one channel, at the rate of the format', () => {
    expect(argv('amr', [audio('aac')])).toBe(
      '-map 0:a:0 -c:a:0 libopencore_amrnb -ac:a:0 1 -ar:a:0 8000 -b:a:0 12200 -ac:a:0 1 -ar:a:0 8000 ' +
        '-filter:a:0 asetpts=N/SR/TB',
    );
  });

  it('shows the first picture with the first sound if the input would show it late', () => {
    const request = requestFor('mp4', [video('mpeg2video'), audio('pcm_s16le')]);
    expect(outputArguments({ ...request, showsPicturesLate: true }).join(' ')).toContain(
      '-filter:v:0 setpts=PTS-STARTPTS,yadif',
    );
    expect(outputArguments(request).join(' ')).not.toContain('setpts');
  });

  it('begins a bare stream with its first picture, and gives it its headers', () => {
    expect(argv('h264', [video('vp9'), audio('aac')])).toMatch(
      /-filter:v:0 setpts=PTS-STARTPTS,format=yuv420p .*-bsf:v:0 h264_mp4toannexb,dump_extra$/,
    );
  });

  it('gives streams that do not say it the frame rate that programs assume', () => {
    expect(argv('mjpeg', [video('vp9')])).toMatch(/format=yuvj420p -r:v:0 25/);
  });

  it('keeps every bit of M4A with ALAC', () => {
    expect(argv('m4a', [audio('flac', { sampleBits: 24 })], { codec: 'alac' })).toContain(
      '-c:a:0 alac -sample_fmt:a:0 s32p',
    );
  });
});

describe('planStreams', () => {
  it('converts text subtitles and reports picture subtitles as dropped', () => {
    const tracks = [video('h264'), subtitle('subrip'), subtitle('hdmv_pgs_subtitle')];
    expect(argv('mp4', tracks)).toContain('-map 0:s:0 -c:s:0 mov_text');
    expect(losses('mp4', tracks)).toEqual(['subtitles_dropped']);
  });

  it('takes the first text out of a video, and nothing else', () => {
    const tracks = [
      video('h264'),
      audio('aac'),
      subtitle('hdmv_pgs_subtitle'),
      subtitle('subrip'),
      subtitle('ass'),
    ];
    expect(argv('srt', tracks)).toBe('-map 0:s:1 -c:s:0 copy');
    expect(argv('vtt', tracks)).toBe('-map 0:s:1 -c:s:0 webvtt');
    expect(argv('ass', tracks)).toBe('-map 0:s:1 -c:s:0 ass');
    expect(losses('srt', tracks)).toEqual(['subtitle_tracks_dropped']);
    expect(losses('srt', [video('h264'), subtitle('ass')])).toEqual(['subtitle_styles_dropped']);
    expect(requestFor('srt', [video('h264'), audio('aac')]).plan.streams).toEqual([]);
  });

  it('reports dropped streams', () => {
    const tracks: MediaTrack[] = [
      ...[video('h264'), video('h264'), audio('aac'), audio('aac'), subtitle('ass'), cover],
      { kind: 'attachment', codec: 'font/ttf' },
    ];
    expect(losses('flv', tracks)).toEqual([
      'video_tracks_dropped',
      'audio_tracks_dropped',
      'subtitles_dropped',
      'cover_dropped',
      'attachments_dropped',
    ]);
  });

  it('reports lost styles, colours, channels and sample rates', () => {
    expect(losses('mp4', [video('h264'), subtitle('ass')])).toEqual(['subtitle_styles_dropped']);
    expect(losses('webm', [video('hevc', { componentBits: 10, transfer: 'hlg' })])).toEqual([
      'hdr_converted',
      'colour_depth_reduced',
    ]);
    expect(losses('mp3', [audio('flac', { channels: 6, sampleRateHz: 96_000 })])).toEqual([
      'channels_downmixed',
      'sample_rate_reduced',
    ]);
  });

  it('does not report the cover of an audio file as lost when it becomes the video', () => {
    expect(losses('mkv', [audio('mp3'), cover])).toEqual([]);
  });
});

describe('losses of speech and of fast pictures', () => {
  it('report sound that was mixed to one channel at a low rate', () => {
    expect(losses('amr', [audio('aac', { channels: 6 })])).toEqual([
      'channels_mixed_to_mono',
      'sample_rate_reduced',
    ]);
    expect(losses('amr', [audio('amr_nb', { channels: 1, sampleRateHz: 8_000 })])).toEqual([]);
  });

  it('report pictures that were left out, but not two of nearly the same time', () => {
    const { container } = requestFor('gif', [video('h264')]);
    expect(frameRateLosses(container, { pictures: 60, dropped: 60 })).toMatchObject([
      { code: 'frame_rate_reduced', params: { limitFps: 50 } },
    ]);
    expect(frameRateLosses(container, { pictures: 500, dropped: 1 })).toEqual([]);
    expect(frameRateLosses(container, {})).toEqual([]);
  });
});

describe('expectedStreams', () => {
  it('lists the streams in the order of the output', () => {
    expect(expectedStreams(requestFor('mp3', [cover, audio('aac')]))).toEqual({
      streams: [
        { kind: 'audio', codec: 'mp3' },
        { kind: 'other', codec: 'mjpeg' },
      ],
    });
  });
});

describe('possibleLengths', () => {
  const WRITTEN_AUDIO = { ms: 1_000, pictures: undefined };

  it('are the length in the header, which may be wrong, and the written length', () => {
    const request = requestFor('mkv', [video('h264'), audio('aac')]);
    expect(possibleLengths(request, { ms: 5_000, pictures: 125 })).toEqual([1_000, 5_000]);
    expect(possibleLengths(request, { ms: undefined, pictures: undefined })).toEqual([1_000]);
  });

  it('are unknown for a slide show, whose last picture is shown for long', () => {
    const request = requestFor('mkv', [video('h264')]);
    const info = { ...request.info, durationMs: 14_000 };
    expect(possibleLengths({ ...request, info }, { ms: 4_000, pictures: 5 })).toEqual([]);
    expect(possibleLengths({ ...request, info }, { ms: 4_000, pictures: 100 })).toEqual([14_000, 4_000]);
  });

  it('do not depend on a cover', () => {
    const request = requestFor('mp3', [audio('aac'), cover]);
    expect(possibleLengths(request, { ms: 1_000, pictures: 1 })).toEqual([1_000, 1_000]);
  });

  it('are unknown if the duration is an estimate', () => {
    const request = requestFor('wav', [audio('mp3')]);
    const info = { ...request.info, isDurationEstimated: true };
    expect(possibleLengths({ ...request, info }, WRITTEN_AUDIO)).toEqual([]);
  });

  it('are unknown for a copy without timestamps, which lacks the gaps of its input', () => {
    expect(possibleLengths(requestFor('mp3', [audio('mp3')]), WRITTEN_AUDIO)).toEqual([]);
    expect(possibleLengths(requestFor('mp3', [audio('aac')]), WRITTEN_AUDIO)).toEqual([1_000, 1_000]);
  });
});

describe('audio for a container without timestamps', () => {
  it('renumbers its samples in addition to other filters', () => {
    expect(argv('wav', [audio('aac')])).toContain('-filter:a:0 asetpts=N/SR/TB');
    expect(argv('flac', [audio('ac3', { channels: 6 })])).toMatch(/-filter:a:0 asetpts=N\/SR\/TB,aformat=/);
    expect(argv('m4a', [audio('mp3')])).not.toContain('asetpts');
  });

  it('is renumbered everywhere if ffmpeg counts its samples wrong', () => {
    const args = argv('mp4', [audio('aptx_hd')]);
    expect(args).toContain(`[0:a:0]asetpts=N/SR/TB,${LAYOUTS},showwaves`);
    expect(args).toContain(`-filter:a:0 asetpts=N/SR/TB,${LAYOUTS}`);
  });
});
