import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inTempFolder } from './bare.ts';
import { compareAlone, compareSaturated } from './compare.ts';
import { convert, type RunningStack } from './service.ts';

const exec = promisify(execFile);
const FILES = 1_600;
const FILE_BYTES = 39_000;
const FOLDERS = 40;

const words = Array.from({ length: 5_000 }, () =>
  randomBytes(8)
    .toString('base64url')
    .slice(0, 3 + (randomBytes(1).readUInt8() % 8)),
);
const text = (): string => {
  let content = '';
  while (content.length < FILE_BYTES) content += `${words[randomBytes(2).readUInt16LE() % words.length]} `;
  return content;
};

/** 62 MB in 1,600 files, half of them text and half incompressible like pictures, packed by Info-ZIP. */
async function aZip(folder: string): Promise<string> {
  const tree = `${folder}/tree`;
  for (let i = 0; i < FOLDERS; i++) await mkdir(`${tree}/${i}`, { recursive: true });
  for (let i = 0; i < FILES; i++) {
    await writeFile(`${tree}/${i % FOLDERS}/${i}`, i % 2 ? randomBytes(FILE_BYTES) : text());
  }
  await exec('/usr/bin/zip', ['-qr', `${folder}/in.zip`, '.'], { cwd: tree });
  return `${folder}/in.zip`;
}

/** Compares a zip of 62 MB with bsdtar as a process per file. */
export const benchArchives = ({ url }: RunningStack): Promise<void> =>
  inTempFolder(async (folder) => {
    const zip = await aZip(folder);
    let runs = 0;
    const bare = async (): Promise<void> => {
      const output = `${folder}/${runs++}.tar.gz`;
      await exec('/usr/bin/bsdtar', ['-czf', output, `@${zip}`]);
      await rm(output);
    };
    const pair = { engine: 'bsdtar', bare, service: () => convert(url, zip, 'tar.gz') };
    await compareAlone('ZIP (62 MB unpacked) to TAR.GZ', pair, 5, '>= 0.9 x');
    const saturation = { count: 6, bareInFlight: 2, serviceInFlight: 3 };
    await compareSaturated('saturated by many guests', pair, saturation);
  });
