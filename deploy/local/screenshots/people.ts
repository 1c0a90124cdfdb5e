import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NODE, ROOT, run, type Stack } from '@filemill/local-stack';
import type { Session } from './camera.ts';

const PASSWORD = 'screens of all pages';
/** What lists and charts are to show. */
const CONVERTED = ['webp', 'jpg', 'avif', 'tiff', 'gif', 'pdf', 'webp'];
/** Of the last two. */
const OPTIONS: Readonly<Record<string, object>> = {
  pdf: { rotate: 90 },
  webp: { quality: 80, width: 640, grey: true, rotate: 90, metadata: 'strip' },
};

async function call<T>(url: string, path: string, body: object, token?: string): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const register = (url: string, username: string, name: string): Promise<Session> =>
  call(url, '/api/register', { email: `${name}@example.org`, username, password: PASSWORD });

/** Makes a user an administrator, by the documented command. @returns the new session */
async function promote({ url, data }: Stack, email: string): Promise<Session> {
  const args = ['deploy/local/make-admin.ts', email, '--stage=work'];
  const { output } = await run(NODE, args, { env: { FILEMILL_DATA: data }, cwd: ROOT });
  const password = /shown only now: (\S+)/.exec(output)?.[1];
  const session = await call<Session>(url, '/api/login', { email, password });
  await call(
    url,
    `/api/admin/users/${session.user.id}/upgrade-to-pro`,
    { reason: 'For the pictures' },
    session.token,
  );
  return call(url, '/api/login', { email, password });
}

interface SampleFiles {
  readonly listed: readonly string[];
  readonly film: string;
  readonly archive: string;
}

/**
 * Files to be listed: three kinds, one with a long name, one that nothing can be made of; a film; and a zip.
 *
 * @returns their paths
 */
export async function makeFiles(folder: string): Promise<SampleFiles> {
  const ffmpeg = (source: readonly string[], file: string) =>
    run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', ...source, file]);
  const picture = `${folder}/harbour at dawn, seen from the old lighthouse on the eastern mole.png`;
  const sound = `${folder}/tone.wav`;
  const text = `${folder}/minutes.txt`;
  const other = `${folder}/unknown.xyz`;
  const film = `${folder}/film.mp4`;
  await ffmpeg(['-i', 'testsrc2=size=1280x960', '-frames:v', '1'], picture);
  await ffmpeg(['-i', 'sine=frequency=440:duration=4'], sound);
  await ffmpeg(['-i', 'testsrc2=size=320x240:duration=1', '-pix_fmt', 'yuv420p'], film);
  writeFileSync(text, 'Minutes of the meeting.\n'.repeat(40));
  writeFileSync(other, 'nothing known');
  const archive = `${folder}/holiday.zip`;
  const packed = [picture, sound, text].map((path) => basename(path));
  await run('/usr/bin/bsdtar', ['--format=zip', '-cf', archive, '-s', '|^|2026/summer/|', ...packed], {
    cwd: folder,
  });
  return { listed: [picture, sound, text, other], film, archive };
}

/** Who looks at the screens: a user and an administrator with some conversions, and a user who has just registered. */
export interface People {
  readonly user: Session;
  readonly newcomer: Session;
  readonly admin: Session;
}

/** Registers them with a running stack. @param picture - path of a file that is converted */
export async function makePeople(stack: Stack, picture: string): Promise<People> {
  const { url } = stack;
  const [user, newcomer, chief] = await Promise.all([
    register(url, 'Mara Keller', 'mara'),
    register(url, 'Jo', 'jo'),
    register(url, 'Administrator', 'chief'),
  ]);
  const admin = await promote(stack, chief.user.email);
  const bytes = readFileSync(picture);
  for (const { token } of [user, admin]) {
    for (const outputFormat of CONVERTED) {
      const form = new FormData();
      form.append('outputFormat', outputFormat);
      form.append('options', JSON.stringify(OPTIONS[outputFormat] ?? {}));
      form.append('file', new File([bytes], 'harbour at dawn.png'));
      await call(url, '/api/convert/image', form, token);
    }
  }
  return { user, newcomer, admin };
}
