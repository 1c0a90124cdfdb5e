import { setTimeout as sleep } from 'node:timers/promises';
import { measureJail } from '@filemill/worker/testing';
import { bare, ffmpeg } from './bare.mjs';
import { makeInputs } from './inputs.mjs';
import { latency, median, percentile, seconds, throughput } from './measure.mjs';
import { aProUser, convert } from './service.mjs';

const ms = (value) => `${(value * 1000).toFixed(1)} ms`;
const rate = (value) => `${value.toFixed(2)}/s`;
const times = (value) => `${value.toFixed(2)} x`;

/** Rounds in which the bare engine and the service take turns, so that both see the same machine. */
const ROUNDS = 3;

const WARM_UP = 120;

/** Prints one line: what, measured, the yardstick beside it, the goal. */
function report(what, figures, goal) {
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${what.padEnd(44)} ${cells.join('   ')}${goal ? `   (goal ${goal})` : ''}`);
}

/** Bare and service in turn, saturated. @returns medians in runs a second */
async function saturated(count, bareRun, serviceRun, { bareInFlight, serviceInFlight }) {
  const rounds = { bare: [], service: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await throughput(count, bareInFlight, bareRun));
    rounds.service.push(await throughput(count, serviceInFlight, serviceRun));
  }
  const ratios = rounds.service.map((value, round) => value / rounds.bare[round]);
  return { bare: median(rounds.bare), service: median(rounds.service), ratio: median(ratios) };
}

/** Asks for health and for a conversion's progress every 20 ms while `work` keeps every slot busy. */
async function answersWhile(stack, work) {
  const id = '0193a5b0-0000-7000-8000-000000000000';
  const urls = [
    `http://127.0.0.1:${stack.ports['ops-worker-image']}/healthz`,
    `http://127.0.0.1:${stack.ports['ops-gateway']}/healthz`,
    `${stack.url}/api/conversions/${id}`,
  ];
  const headers = { 'x-guest-fingerprint': 'a'.repeat(64) };
  const answers = [];
  let busy = true;
  const ask = async (url) => {
    while (busy) {
      answers.push(await seconds(async () => (await fetch(url, { headers })).arrayBuffer()));
      await sleep(20);
    }
  };
  const asking = Promise.all(urls.map(ask));
  await work();
  busy = false;
  await asking;
  return answers;
}

/**
 * Measures bare engines beside the whole service on this machine, every job by another guest.
 *
 * @param stack - running, its `url` and `ports`
 * @param folder - for the inputs
 */
export async function bench(stack, folder) {
  const { url } = stack;
  const input = await makeInputs(folder);

  // Fresh processes run slower until their code is compiled.
  await throughput(WARM_UP, 2, () => convert(url, input.icon, 'webp'));
  await throughput(WARM_UP / 4, 2, () => convert(url, input.letter, 'pdf'));

  const jail = await measureJail(100);
  report('a process start in the jail, added, p50', { jail: `${jail.addedMs.toFixed(1)} ms` }, '<= 12 ms');

  const small = {
    bare: await latency(40, () => bare.icon(input.icon)),
    service: await latency(40, () => convert(url, input.icon, 'webp')),
  };
  const added = small.service - small.bare;
  report(
    'small PNG to WebP, alone, p50',
    { bare: ms(small.bare), service: ms(small.service), added: ms(added) },
    'added <= 40 ms',
  );

  const toWebp = () => convert(url, input.photo, 'webp');
  const photo = { bare: await latency(5, () => bare.photo(input.photo)), service: await latency(5, toWebp) };
  report('12-megapixel photo to WebP, alone, p50', { bare: ms(photo.bare), service: ms(photo.service) });
  const inFlight = { bareInFlight: 2, serviceInFlight: 4 };
  const photos = await saturated(16, () => bare.photo(input.photo), toWebp, inFlight);
  report(
    '  saturated, every job by another guest',
    { bare: rate(photos.bare), service: rate(photos.service), ratio: times(photos.ratio) },
    '>= 0.8 x',
  );
  const token = await aProUser(stack);
  const batch = await saturated(
    16,
    () => bare.photo(input.photo),
    () => convert(url, input.photo, 'webp', { token }),
    inFlight,
  );
  report(
    "  saturated, one Pro account's batch",
    { bare: rate(batch.bare), service: rate(batch.service), ratio: times(batch.ratio) },
    '>= 0.92 x',
  );
  // Apart from the figures before, which the asking would lower.
  const answers = await answersWhile(stack, () => throughput(32, inFlight.serviceInFlight, toWebp));
  report(
    'health and status answers meanwhile',
    { p50: ms(median(answers)), p99: ms(percentile(answers, 0.99)), n: answers.length },
    'p99 <= 50 ms',
  );

  const toPdf = () => convert(url, input.letter, 'pdf');
  const letter = {
    bare: await latency(5, () => bare.letter(input.letter)),
    service: await latency(30, toPdf),
  };
  report(
    'one-page DOCX to PDF, alone, p50',
    { 'soffice per file': ms(letter.bare), service: ms(letter.service) },
    '<= 120 ms',
  );
  const bareLetters = await throughput(6, 2, () => bare.letter(input.letter));
  const letters = median([
    await throughput(100, 8, toPdf),
    await throughput(100, 8, toPdf),
    await throughput(100, 8, toPdf),
  ]);
  const gain = letters / (1 / letter.bare);
  report(
    '  saturated by strangers',
    {
      'soffice, 2 at once': rate(bareLetters),
      service: rate(letters),
      'against one soffice after another': times(gain),
    },
    '>= 20/s, >= 15 x',
  );

  const remux = {
    bare: await latency(5, () => ffmpeg(input.video, ['-map', '0', '-c', 'copy'], 'out.mkv')),
    service: await latency(5, () => convert(url, input.video, 'mkv')),
  };
  const encode = await seconds(() => convert(url, input.video, 'mkv', { fields: { quality: '77' } }));
  report(
    '20 s of 1080p MP4 to MKV (remux), p50',
    {
      bare: ms(remux.bare),
      service: ms(remux.service),
      'encoding instead': ms(encode),
      gain: times(encode / remux.service),
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
  report('20 s of 1080p MP4 to WebM', {
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
