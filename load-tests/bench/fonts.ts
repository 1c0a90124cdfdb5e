import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { latency } from '../shared/measure.ts';
import { inTempFolder } from './bare.ts';
import { ms, rate, report, saturated, times } from './compare.ts';
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
  const toWoff2 = () => convert(url, FONT, 'woff2');
  const font = { bare: await latency(5, bareWoff2), service: await latency(5, toWoff2) };
  report('TTF (760 kB) to WOFF2, alone, p50', { fontTools: ms(font.bare), service: ms(font.service) });
  const fonts = await saturated(8, bareWoff2, toWoff2, { bareInFlight: 2, serviceInFlight: 4 });
  report(
    '  saturated by many guests',
    { fontTools: rate(fonts.bare), service: rate(fonts.service), ratio: times(fonts.ratio) },
    '>= 0.9 x',
  );
}
