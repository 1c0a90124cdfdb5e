import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../paths.mjs';
import { processesOf } from '../processes.mjs';
import { run } from '../run.mjs';
import { loadSecrets } from '../secrets.mjs';
import { NODE } from '../toolchain.mjs';

const PASSWORD = 'screens of all pages';
/** What lists and charts are to show. */
const CONVERTED = ['webp', 'jpg', 'avif', 'tiff', 'gif', 'pdf', 'webp'];

async function call(url, path, body, token) {
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
  return answer.json();
}

const register = (url, username, name) =>
  call(url, '/api/register', { email: `${name}@example.org`, username, password: PASSWORD });

/** Makes an administrator of somebody. @returns the new session */
async function promote({ url, data, ports }, email) {
  const options = { data, ports, secrets: loadSecrets(data), publicUrl: url, test: false };
  const { env } = processesOf(options).processes.find(({ name }) => name === 'accounts');
  const script = `${ROOT}/services/accounts/dist/make-admin.js`;
  const { output } = await run(NODE, [script, email], { env, cwd: ROOT });
  const password = /shown only now: (\S+)/.exec(output)?.[1];
  const session = await call(url, '/api/login', { email, password });
  await call(
    url,
    `/api/admin/users/${session.user.id}/upgrade-to-pro`,
    { reason: 'For the pictures' },
    session.token,
  );
  return call(url, '/api/login', { email, password });
}

/**
 * Files to be listed: three kinds, one with a long name, one that nothing can be made of.
 *
 * @returns their paths
 */
export async function makeFiles(folder) {
  const ffmpeg = (source, file) =>
    run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', ...source, file]);
  const paths = [
    'harbour at dawn, seen from the old lighthouse on the eastern mole.png',
    'tone.wav',
    'minutes.txt',
    'unknown.xyz',
  ].map((name) => `${folder}/${name}`);
  const [picture, sound, text, other] = paths;
  await ffmpeg(['-i', 'testsrc2=size=1280x960', '-frames:v', '1'], picture);
  await ffmpeg(['-i', 'sine=frequency=440:duration=4'], sound);
  writeFileSync(text, 'Minutes of the meeting.\n'.repeat(40));
  writeFileSync(other, 'nothing known');
  return paths;
}

/**
 * Who looks at the screens: a user and an administrator with some conversions, and somebody who has just registered.
 *
 * @param stack - a running one: `{ url, data, ports }`
 */
export async function makePeople(stack, [picture]) {
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
      form.append('file', new File([bytes], 'harbour at dawn.png'));
      await call(url, '/api/convert/image', form, token);
    }
  }
  return { user, newcomer, admin };
}
