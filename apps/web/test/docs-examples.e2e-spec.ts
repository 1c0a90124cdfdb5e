import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FormatView } from '@filemill/api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson, call, promote, urlOf } from './api.js';
import { pngFile, textFile, wavFile } from './fixtures.js';

const exec = promisify(execFile);
const EXAMPLES = 'apps/web/examples';
/** Of a channel of 8 bits, after lossy compression. */
const MAX_MEAN_DIFFERENCE = 8;
/** What runs a program, by the end of its name. */
const RUNNERS: Readonly<Record<string, string>> = { '.mjs': process.execPath, '.py': '/usr/bin/python3' };

/** A key of somebody who has Pro. */
async function proKey(): Promise<string> {
  const [admin, person] = [await aPerson(), await aPerson()];
  await promote(admin);
  const path = `/api/admin/users/${person.id}/upgrade-to-pro`;
  const upgraded = await call('POST', path, admin.by, { reason: 'the examples of the documentation' });
  expect(upgraded.status).toBe(200);
  return (await call<{ apiKey: string }>('POST', '/api/user/api-key', person.by)).body.apiKey;
}

/** Every program that the documentation shows runs as it stands, with a real key against a real service. */
describe('the examples of the documentation', () => {
  let folder: string;
  let apiKey: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filemill-docs-'));
    await writeFile(join(folder, 'picture.png'), pngFile());
    await writeFile(join(folder, 'second.png'), pngFile());
    await writeFile(join(folder, 'broken.png'), Buffer.from('\x89PNG\r\n\x1a\nno picture at all', 'latin1'));
    await writeFile(join(folder, 'tone.wav'), wavFile());
    await writeFile(join(folder, 'letter.txt'), textFile());
    apiKey = await proKey();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function run(program: string, args: readonly string[], env: Record<string, string> = { API_KEY: apiKey }) {
    const ending = program.slice(program.lastIndexOf('.'));
    const path = join(process.cwd(), EXAMPLES, program);
    const runner = RUNNERS[ending] ?? '';
    // Nothing of this process's environment helps along.
    return exec(runner, [path, ...args], { cwd: folder, env: { API_URL: urlOf('/'), ...env } });
  }

  /** Red, green and blue of each pixel. */
  async function pixelsOf(name: string): Promise<Buffer> {
    const args = ['-v', 'error', '-i', join(folder, name), '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
    return (await exec('/usr/bin/ffmpeg', args, { encoding: 'buffer' })).stdout;
  }

  /** The result is the picture that was sent, as WebP. */
  async function expectPicture(name: string): Promise<void> {
    const container = (await readFile(join(folder, name))).toString('latin1', 0, 12);
    expect(container).toMatch(/^RIFF.{4}WEBP$/s);
    const [sent, got] = [await pixelsOf('picture.png'), await pixelsOf(name)];
    expect(got.length).toBe(sent.length);
    const sum = sent.reduce((total, value, index) => total + Math.abs(value - (got[index] ?? 0)), 0);
    expect(sum / sent.length).toBeLessThan(MAX_MEAN_DIFFERENCE);
  }

  it.each(['convert-sync.mjs', 'convert-async.mjs', 'convert-sync.py', 'convert-async.py'])(
    '%s validates the key, converts and downloads',
    async (program) => {
      const { stdout } = await run(program, ['picture.png', `${program}.webp`]);
      expect(stdout).toMatch(/^The key is valid: pro/);
      await expectPicture(`${program}.webp`);
    },
  );

  it.each(['convert.mjs', 'convert.py'])(
    '%s converts several files and names the one that fails',
    async (program) => {
      const out = join(folder, `out-${program}`);
      await mkdir(out);
      const files = ['picture.png', 'broken.png', 'second.png'];
      const failure = await run(program, ['--to', 'webp', '--quality', '80', '--out', out, ...files]).then(
        () => undefined,
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      expect(failure?.code).toBe(1);
      expect(failure?.stderr).toMatch(/^broken\.png: [a-z_]+: .+\n$/);
      expect((await readdir(out)).sort()).toEqual(['picture.webp', 'second.webp']);
      for (const name of ['picture.webp', 'second.webp']) await expectPicture(join(`out-${program}`, name));
    },
  );

  it.each(['convert-sync.mjs', 'convert-sync.py'])(
    '%s says what is wrong with a wrong key',
    async (program) => {
      const run1 = run(program, ['picture.png', 'never.webp'], { API_KEY: 'fm_wrong' });
      await expect(run1).rejects.toMatchObject({
        stderr: expect.stringMatching(/unauthenticated: .+\(request /),
      });
    },
  );

  it.each(['convert.mjs', 'convert.py'])(
    '%s prints its usage when an argument is missing',
    async (program) => {
      const withoutKey = run(program, ['--to', 'webp', 'picture.png'], {});
      await expect(withoutKey).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/API_KEY/) });
    },
  );

  /** Every so many days an example is run: about five of a pair a day, or all with FILEMILL_EVERY_CASE. */
  const DAYS = process.env.FILEMILL_EVERY_CASE === undefined ? 6 : 1;
  const today = Math.floor(Date.now() / 86_400_000);
  /** What they need is in no short sound: streams of a video, a second minute, another setting. */
  const NEEDS_MORE = new Set(['start', 'audioTrack', 'silenceThreshold', 'bitrateMode', 'background']);

  it.each([
    ['picture.png', 'webp'],
    ['tone.wav', 'mp3'],
    ['letter.txt', 'pdf'],
  ])('%s becomes %s with each option of today, set to its example', async (name, outputFormat) => {
    const input = name.slice(name.lastIndexOf('.') + 1);
    const { body } = await call<FormatView>('GET', `/api/formats/${input}`);
    const { properties = {} } = body.outputs.find(({ format }) => format === outputFormat)?.options ?? {};
    const all = Object.entries(properties).filter(([option]) => !NEEDS_MORE.has(option));
    expect(all.length).toBeGreaterThan(DAYS);
    for (const [option, { examples = [] }] of all.filter((_, index) => (index + today) % DAYS === 0)) {
      const options = { [option]: examples[0] };
      const form = new FormData();
      form.append('outputFormat', outputFormat);
      form.append('options', JSON.stringify(options));
      form.append('file', new File([await readFile(join(folder, name))], name));
      const headers = { 'x-api-key': apiKey };
      const response = await fetch(urlOf('/api/convert/auto'), { method: 'POST', body: form, headers });
      const answer = (await response.json()) as { status: string; conversion?: { options: object } };
      expect({ option, status: answer.status, options: answer.conversion?.options }).toEqual({
        option,
        status: 'success',
        options,
      });
    }
  });
});
