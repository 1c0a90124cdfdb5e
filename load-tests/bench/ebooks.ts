import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { latency, median, seconds } from '../shared/measure.ts';
import { inTempFolder } from './bare.ts';
import { ms, report, times } from './compare.ts';
import { convert, type RunningStack } from './service.ts';

const exec = promisify(execFile);
const ROUNDS = 7;
const CHARACTERS = 230_000;
const VOCABULARY = 6_000;
const PER_SENTENCE = 14;
const PER_PARAGRAPH = 5;
const PER_CHAPTER = 120;
const ONSETS = ['', 'b', 'd', 'f', 'h', 'l', 'm', 'n', 'r', 's', 't', 'w', 'st', 'th', 'wh', 'gr'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'];
const CODAS = ['', '', 'd', 'l', 'n', 'r', 's', 't', 'ng', 'nd'];

/**
 * 230 kB of generated prose, the same in every run. Words repeat as in a language (Zipf's law, common words are shorter), so
 * that it compresses like English, 2.6 to 1.
 */
function prose(): string {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const syllable = (): string => pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  const words = Array.from({ length: VOCABULARY }, (_, rank) =>
    Array.from({ length: 1 + Number(rank > 60) + Number(rank > 1_500) }, syllable).join(''),
  );
  const word = (): string => words[Math.floor(VOCABULARY ** random()) - 1] ?? '';
  const sentence = (): string => {
    const text = Array.from({ length: PER_SENTENCE }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}. `;
  };
  let html = '';
  for (let i = 0; html.length < CHARACTERS; i++) {
    if (i % PER_CHAPTER === 0) html += `<h1>Chapter ${i / PER_CHAPTER + 1}</h1>`;
    if (i % PER_PARAGRAPH === 0) html += '<p>';
    html += sentence();
  }
  return `<html lang="en"><head><title>The Mill</title></head><body>${html}</body></html>`;
}

/** calibre with its defaults, a process per file with a separate folder for its settings. */
async function bareMobi(book: string, folder: string): Promise<void> {
  const env = {
    PATH: '/usr/bin',
    HOME: folder,
    CALIBRE_CONFIG_DIRECTORY: folder,
    QT_QPA_PLATFORM: 'offscreen',
  };
  await exec('/usr/bin/ebook-convert', [book, `${folder}/out.mobi`], { env });
}

/** Compares a novel with calibre and its defaults. */
export const benchEbooks = ({ url }: RunningStack): Promise<void> =>
  inTempFolder(async (folder) => {
    const book = `${folder}/novel.epub`;
    await writeFile(`${folder}/novel.html`, prose());
    await exec('/usr/bin/pandoc', ['-f', 'html', '-o', book, `${folder}/novel.html`]);
    const bare: number[] = [];
    const service: number[] = [];
    const gains: number[] = [];
    // In turn, so that both see the same load of the machine.
    for (let round = 0; round < ROUNDS; round++) {
      const bareSeconds = await seconds(() => bareMobi(book, folder));
      const serviceSeconds = await seconds(() => convert(url, book, 'mobi'));
      bare.push(bareSeconds);
      service.push(serviceSeconds);
      gains.push(bareSeconds / serviceSeconds);
    }
    report(
      'EPUB (230 kB of prose) to MOBI, alone, p50',
      { 'calibre, its defaults': ms(median(bare)), service: ms(median(service)), gain: times(median(gains)) },
      '>= 1.5 x',
    );
    const pdf = await latency(3, () => convert(url, book, 'pdf'));
    const docx = await latency(3, () => convert(url, book, 'docx'));
    report('  to PDF and to DOCX', { pdf: ms(pdf), docx: ms(docx) });
  });
