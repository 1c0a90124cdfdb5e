import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import sharp from 'sharp';

const exec = promisify(execFile);
sharp.concurrency(1);
sharp.cache(false);

/** Runs `work` with a folder of its own. */
async function inFolder(work) {
  const folder = await mkdtemp(`${tmpdir()}/filemill-bench-`);
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ffmpeg = (input, args, name) =>
  inFolder((folder) =>
    exec('/usr/bin/ffmpeg', ['-v', 'error', '-nostdin', '-i', input, ...args, `${folder}/${name}`]),
  );

/** The engines without anything around them, with the settings that the service uses. */
export const bare = {
  photoToWebp: (input) =>
    inFolder((folder) =>
      sharp(input).autoOrient().webp({ quality: 80, effort: 2 }).toFile(`${folder}/out.webp`),
    ),
  letterToPdf: (input) =>
    inFolder((folder) =>
      exec('/usr/bin/soffice', [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', '--convert-to', 'pdf', '--outdir', folder, input],
      ]),
    ),
  remux: (input) => ffmpeg(input, ['-map', '0', '-c', 'copy'], 'out.mkv'),
};

/** Bare ffmpeg with the very arguments that the service's engine used, as its golden tests pin them. */
export const encode = (input, args, name) => ffmpeg(input, args, name);
