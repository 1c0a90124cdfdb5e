import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** Runs `work` with a temporary folder, which is removed afterwards. */
export async function inTempFolder(work: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(`${tmpdir()}/filemill-bench-`);
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const exec = promisify(execFile);
sharp.concurrency(1);
sharp.cache(false);

/** Bare ffmpeg, a process per file. */
export const ffmpeg = (input: string, args: readonly string[], name: string): Promise<void> =>
  inTempFolder((folder) =>
    exec('/usr/bin/ffmpeg', ['-v', 'error', '-nostdin', '-i', input, ...args, `${folder}/${name}`]),
  );

/** Same settings as the service's WebP output. */
const toWebp = (input: string): Promise<void> =>
  inTempFolder((folder) =>
    sharp(input).autoOrient().webp({ quality: 80, effort: 2 }).toFile(`${folder}/out.webp`),
  );

/** The engines with nothing around them: sharp warm in this process, LibreOffice as a process per file. */
export const bare = {
  icon: toWebp,
  photo: toWebp,
  toPdf: (input: string): Promise<void> =>
    inTempFolder((folder) =>
      exec('/usr/bin/soffice', [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', '--convert-to', 'pdf', '--outdir', folder, input],
      ]),
    ),
};
