import { latency, median, seconds } from '../shared/measure.ts';
import { ffmpeg } from './bare.ts';
import { ms, rate, report, saturated, times } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

/** Compares video and sound with ffmpeg. */
export async function benchMedia({ url }: RunningStack, input: InputPaths): Promise<void> {
  const worked: number[] = [];
  const remux = {
    bare: await latency(5, () => ffmpeg(input.video, ['-map', '0', '-c', 'copy'], 'out.mkv')),
    service: await latency(5, async () => worked.push(await convert(url, input.video, 'mkv'))),
  };
  let encodeWorked = 0;
  const encode = await seconds(async () => {
    encodeWorked = await convert(url, input.video, 'mkv', { fields: { quality: '77' } });
  });
  report(
    '10 s of 1080p MP4 to MKV (remux), p50',
    {
      bare: ms(remux.bare),
      service: ms(remux.service),
      'encoding instead': ms(encode),
      gain: times(encode / remux.service),
      'in the worker': times(encodeWorked / median(worked)),
    },
    '>= 40 x',
  );

  const vp9 = [
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-row-mt',
    '1',
    '-tile-columns',
    '2',
  ];
  const webmArgs = [...vp9, '-b:v', '0', '-crf', '31', '-c:a', 'libopus', '-b:a', '128k'];
  const webm = {
    bare: await seconds(() => ffmpeg(input.video, webmArgs, 'out.webm')),
    service: await seconds(() => convert(url, input.video, 'webm')),
  };
  report('10 s of 1080p MP4 to WebM', {
    bare: ms(webm.bare),
    service: ms(webm.service),
    ratio: times(webm.bare / webm.service),
  });

  const toMp3 = () => convert(url, input.sound, 'mp3');
  const bareMp3 = () => ffmpeg(input.sound, ['-q:a', '0'], 'out.mp3');
  const mp3 = { bare: await latency(3, bareMp3), service: await latency(3, toMp3) };
  report('3 minutes of WAV to MP3, alone, p50', { bare: ms(mp3.bare), service: ms(mp3.service) });
  const sounds = await saturated(8, bareMp3, toMp3, { bareInFlight: 2, serviceInFlight: 4 });
  report('  saturated', {
    bare: rate(sounds.bare),
    service: rate(sounds.service),
    ratio: times(sounds.ratio),
  });
}
