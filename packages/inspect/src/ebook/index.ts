import type { Facts, Inspector } from '../facts.js';
import { inspectEpub } from './epub.js';
import { inspectFictionBook, isFictionBook } from './fiction-book.js';
import { inspectMobipocket, mobipocketKind } from './mobipocket.js';

/** Books. An EPUB is a zip, and known as one by the reader of packages. */
export const ebookInspector: Inspector = {
  formats: ['epub', 'mobi', 'azw3', 'fb2'],

  async detect(reader) {
    return (await mobipocketKind(reader)) ?? ((await isFictionBook(reader)) ? 'fb2' : undefined);
  },

  async inspect(reader, format): Promise<Facts> {
    if (format === 'epub') await inspectEpub(reader);
    else if (format === 'fb2') await inspectFictionBook(reader);
    else await inspectMobipocket(reader);
    return {};
  },
};
