import { latency, median, seconds } from '../shared/measure.ts';
import { ffmpeg } from './bare.ts';
import { compareAlone, compareSaturated, ms, report, times } from './compare.ts';
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

  const vp9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -tile-columns 2 -b:v 0 -crf 31';
  const webmArgs = `${vp9} -c:a libopus -b:a 128k`.split(' ');
  const webm = {
    bare: await seconds(() => ffmpeg(input.video, webmArgs, 'out.webm')),
    service: await seconds(() => convert(url, input.video, 'webm')),
  };
  report('10 s of 1080p MP4 to WebM', {
    bare: ms(webm.bare),
    service: ms(webm.service),
    ratio: times(webm.bare / webm.service),
  });

  const mp3 = {
    engine: 'ffmpeg',
    bare: () => ffmpeg(input.sound, ['-q:a', '0'], 'out.mp3'),
    service: () => convert(url, input.sound, 'mp3'),
  };
  await compareAlone('3 minutes of WAV to MP3', mp3, 3);
  await compareSaturated('saturated', mp3, { count: 8, bareInFlight: 2, serviceInFlight: 4 });
}
