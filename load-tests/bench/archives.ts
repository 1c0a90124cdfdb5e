import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { latency } from '../shared/measure.ts';
import { inTempFolder } from './bare.ts';
import { ms, rate, report, saturated, times } from './compare.ts';
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
    const toTarGz = () => convert(url, zip, 'tar.gz');
    const alone = { bare: await latency(5, bare), service: await latency(5, toTarGz) };
    report(
      'ZIP (62 MB unpacked) to TAR.GZ, alone, p50',
      { bsdtar: ms(alone.bare), service: ms(alone.service), ratio: times(alone.bare / alone.service) },
      '>= 0.9 x',
    );
    const many = await saturated(6, bare, toTarGz, { bareInFlight: 2, serviceInFlight: 3 });
    report('  saturated by many guests', {
      bsdtar: rate(many.bare),
      service: rate(many.service),
      ratio: times(many.ratio),
    });
  });
