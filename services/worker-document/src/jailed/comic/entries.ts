import { basename } from 'node:path';

/** What programs leave in archives beside the pages. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;
const PICTURE = /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|bmp|tiff?|jxl|heic)$/i;
/** Metadata of a comic, as ComicRack introduced it. */
const INFO = 'comicinfo.xml';

const { compare } = new Intl.Collator('en', { numeric: true });

/** The files of a comic by their use. */
export interface ComicEntries {
  /** In reading order. */
  readonly pages: readonly string[];
  readonly info: string | undefined;
  /** What no book has a place for. */
  readonly others: readonly string[];
}

/** Sorts the names of a comic's archive; pages are ordered as people count: page 2 before page 10. */
export function sortEntries(names: readonly string[]): ComicEntries {
  const files = names.filter((name) => !name.endsWith('/') && !LITTER.test(name));
  const isInfo = (name: string): boolean => basename(name).toLowerCase() === INFO;
  return {
    pages: files.filter((name) => PICTURE.test(name)).toSorted(inReadingOrder),
    info: files.find(isInfo),
    others: files.filter((name) => !PICTURE.test(name) && !isInfo(name)),
  };
}

/** Folder by folder, so that no file comes between the pages of a chapter. */
function inReadingOrder(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const isFile = [a, b].map((parts) => at === parts.length - 1);
    // The cover often lies beside the folders of the chapters.
    if (isFile[0] !== isFile[1]) return isFile[0] ? -1 : 1;
    const order = compare(a[at] ?? '', b[at] ?? '');
    if (order !== 0) return order;
  }
  return one < other ? -1 : 1;
}
