import { DomUtils } from 'htmlparser2';
import type { Container } from '../book/container.js';
import { elementsOf, parseXml } from '../book/package-document.js';
import { unlessDamaged } from './damage.js';
import type { ComicEntries } from './entries.js';

/** What a book tells about itself. */
export interface ComicInfo {
  readonly title: string;
  readonly authors: readonly string[];
  readonly publisher: string;
  /** ISO 8601, as precise as it is known. */
  readonly date: string;
  readonly language: string;
  readonly isRightToLeft: boolean;
}

const MAX_CHARACTERS = 250;
/** More than any; a file may be of any size. */
const MAX_AUTHORS = 20;

/**
 * The metadata in ComicInfo.xml; a comic without them is named like the folder that holds all its pages.
 *
 * @see https://anansi-project.github.io/docs/comicinfo/schemas/v2.1
 */
export async function readInfo(container: Container, { info, pages }: ComicEntries): Promise<ComicInfo> {
  const root = parseXml((info && (await unlessDamaged(container.text(info)))) || '');
  const textOf = (name: string): string => {
    const element = elementsOf(root, name)[0];
    return element ? lineOf(DomUtils.textContent(element)) : '';
  };
  const [series, number, title] = [textOf('series'), textOf('number'), textOf('title')];
  const volume = series && number ? `${series} #${number}` : series;
  const language = textOf('languageiso');
  return {
    title: [volume, title].filter((part) => part !== '').join(': ') || folderOf(pages) || 'Comic',
    authors: textOf('writer')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .slice(0, MAX_AUTHORS),
    publisher: textOf('publisher'),
    date: dateOf([textOf('year'), textOf('month'), textOf('day')]),
    language: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : 'und',
    isRightToLeft: textOf('manga') === 'YesAndRightToLeft',
  };
}

/** One line of characters that XML allows. */
const lineOf = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\ufffe\uffff\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_CHARACTERS)
    .join('');

function folderOf(pages: readonly string[]): string {
  const [folder = ''] = (pages[0] ?? '').split('/');
  return pages.every((page) => page.startsWith(`${folder}/`)) ? lineOf(folder) : '';
}

function dateOf([year = '', month = '', day = '']: readonly string[]): string {
  if (!/^\d{4}$/.test(year)) return '';
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month)) return year;
  const known = `${year}-${month.padStart(2, '0')}`;
  return /^(?:0?[1-9]|[12]\d|3[01])$/.test(day) ? `${known}-${day.padStart(2, '0')}` : known;
}
