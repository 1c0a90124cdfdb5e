import { HEADERS } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import {
  aGuest,
  aPng,
  aVideo,
  aWav,
  type Conversion,
  filesBelow,
  generateMedia,
  runOnResult,
  sql,
  until,
  url,
  waitForEnding,
} from './stack.js';

interface Sent {
  readonly files: readonly (readonly [name: string, bytes: Buffer | string])[];
  readonly to: string;
  readonly guest?: string;
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

function submit({ files, to, guest = aGuest(), fields = { combine: 'true' }, headers = {} }: Sent) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ outputFormat: to, guestFingerprint: guest, ...fields }))
    form.append(key, value);
  for (const [name, bytes] of files)
    form.append('file', new File([new Uint8Array(Buffer.from(bytes))], name));
  return fetch(url('/api/guest/convert'), { method: 'POST', body: form, headers });
}

async function combine(sent: Sent): Promise<{ conversion: Conversion; bytes: Buffer }> {
  const response = await submit(sent);
  const body = (await response.json()) as { data: { conversion: Conversion; downloadUrl: string } };
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  const file = await fetch(url(body.data.downloadUrl));
  return { conversion: body.data.conversion, bytes: Buffer.from(await file.arrayBuffer()) };
}

/** Names of the objects of a conversion in the store. */
const objectsOf = (id: string): string[] =>
  filesBelow('store')
    .filter((path) => path.includes(id))
    .map((path) => path.slice(path.lastIndexOf('/') + 1));

const colour = (name: string) =>
  generateMedia(`${name}.png`, ['-f', 'lavfi', '-i', `color=${name}:size=40x20`, '-frames:v', '1']);

describe('POST /api/guest/convert with combine', () => {
  it('makes one PDF of pictures in their order, counts once, and leaves no input in the store', async () => {
    const guest = aGuest();
    const files = [
      ['b.png', await colour('red')],
      ['a.png', await colour('blue')],
    ] as const;
    const { conversion, bytes } = await combine({ files, to: 'pdf', guest });
    expect(conversion).toMatchObject({ kind: 'document', outputFileName: 'b.pdf', losses: [] });
    expect(await runOnResult('/usr/bin/pdfinfo', [], 'a.pdf', bytes)).toMatch(/Pages: +2/);
    expect(await runOnResult('/usr/bin/pdfimages', ['-list'], 'a.pdf', bytes)).toMatch(/40 +20/);
    await until('the inputs are erased', () => objectsOf(conversion.id).length === 1);
    expect(objectsOf(conversion.id)).toEqual(['output-1']);
    const counted = `SELECT category, used FROM usage.counters WHERE subject = 'guest:${guest}' ORDER BY category`;
    expect(await sql(counted)).toEqual(['document|1', 'total|1', 'unfinished|0']);
  });

  it('makes one PDF of a text and a PDF', async () => {
    const first = await combine({
      files: [
        ['a.txt', 'the first'],
        ['b.txt', 'the second'],
      ],
      to: 'pdf',
    });
    const { bytes } = await combine({
      files: [
        ['one.pdf', first.bytes],
        ['c.txt', 'the third'],
      ],
      to: 'pdf',
    });
    const words = await runOnResult('/usr/bin/pdftotext', [], 'a.pdf', bytes, '-');
    expect(words.split('\f').map((page) => page.trim())).toEqual([
      'the first',
      'the second',
      'the third',
      '',
    ]);
  });

  it('makes one sound, one film, one animation and one archive', async () => {
    const seconds = async (name: string, bytes: Buffer) => {
      const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
      return Number(await runOnResult('/usr/bin/ffprobe', args, name, bytes));
    };
    const wav = await aWav(1);
    const sound = await combine({
      files: [
        ['a.wav', wav],
        ['b.wav', wav],
      ],
      to: 'mp3',
    });
    expect(await seconds('a.mp3', sound.bytes)).toBeCloseTo(2, 0);
    const clip = await aVideo(1);
    const film = await combine({
      files: [
        ['a.mp4', clip],
        ['b.mp4', clip],
      ],
      to: 'mp4',
    });
    expect(await seconds('a.mp4', film.bytes)).toBeCloseTo(2, 0);
    const png = await aPng('60x40');
    const moving = await combine({
      files: [
        ['a.png', png],
        ['b.png', await colour('red')],
      ],
      to: 'gif',
    });
    const frames = [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=nb_read_frames',
      '-of',
      'csv=p=0',
    ];
    expect((await runOnResult('/usr/bin/ffprobe', frames, 'a.gif', moving.bytes)).trim()).toBe('2');
    const archive = await combine({
      files: [
        ['a.png', png],
        ['b', 'anything'],
        ['a.png', 'more'],
      ],
      to: '7z',
    });
    const names = await runOnResult('/usr/bin/bsdtar', ['-tf'], 'a.7z', archive.bytes);
    expect(names.trim().split('\n').toSorted()).toEqual(['a (2).png', 'a.png', 'b']);
  });

  it('is cancelled by DELETE, and nothing stays', async () => {
    const guest = aGuest();
    const clip = await aVideo(20, '1280x720');
    const response = await submit({
      ...{
        files: [
          ['a.mp4', clip],
          ['b.mp4', clip],
        ],
        to: 'webm',
        guest,
      },
      headers: { prefer: 'respond-async' },
    });
    const { conversionId } = (await response.json()) as { conversionId: string };
    const deleted = await fetch(url(`/api/conversions/${conversionId}`), {
      ...{ method: 'DELETE', headers: { [HEADERS.fingerprint]: guest } },
    });
    expect(deleted.status).toBe(204);
    expect((await waitForEnding(conversionId, guest)).status).toBe('cancelled');
    await until('nothing is in the store', () => objectsOf(conversionId).length === 0);
    const work = () => filesBelow('work').filter((path) => path.includes('job-'));
    await until('no job folder is left', () => work().length === 0);
  });

  it('names what is damaged, and is refused with strict', async () => {
    const files = [
      ['a.png', await colour('red')],
      ['cut.png', (await aPng()).subarray(0, 900)],
    ] as const;
    const { conversion } = await combine({ files, to: 'pdf' });
    expect(JSON.stringify(conversion.losses)).toContain('2 (cut.png)');
    const strict = await submit({
      files,
      to: 'pdf',
      fields: { combine: 'true', options: '{"strict":true}' },
    });
    expect(strict.status).toBe(422);
    expect(await strict.json()).toMatchObject({ error: { code: 'file_corrupt', file: 2 } });
  });
});
