import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inTempFolder } from './bare.ts';
import { compareAlone, compareSaturated } from './compare.ts';
import { convert, type RunningStack } from './service.ts';

const exec = promisify(execFile);
/** 760 kB, 6,253 glyphs, hints and layout tables. */
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
/** The conversion from fontTools' documentation. */
const SCRIPT = `
import sys
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1])
font.flavor = "woff2"
font.save(sys.argv[2])`;

/** fontTools with nothing around it, a process per file. */
const bareWoff2 = (): Promise<void> =>
  inTempFolder((folder) => exec('/usr/bin/python3', ['-c', SCRIPT, FONT, `${folder}/out.woff2`]));

/** Compares a font with fontTools as a process per file. */
export async function benchFonts({ url }: RunningStack): Promise<void> {
  const pair = { engine: 'fontTools', bare: bareWoff2, service: () => convert(url, FONT, 'woff2') };
  await compareAlone('TTF (760 kB) to WOFF2', pair, 5);
  const saturation = { count: 8, bareInFlight: 2, serviceInFlight: 4 };
  await compareSaturated('saturated by many guests', pair, saturation, '>= 0.9 x');
}
