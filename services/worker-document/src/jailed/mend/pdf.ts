import type { Mended } from './old-office.js';

/** ISO 32000-2, 7.5.2. */
const HEADER = '%PDF-';
/** Our signature searches this far for the header. */
const WITHIN = 65_536;

/** Beginning of an object; its type follows within this distance. */
const OBJECT = /(\d{1,8}) (\d{1,5}) obj\b/g;
const TYPE_WITHIN = 4_096;
const CATALOGUE = /\/Type\s{0,8}\/Catalog\b/;
const PAGE = /\/Type\s{0,8}\/Page(?![\w])/;
/** The end of a file needs one of these: a trailer, or the stream that replaces it. */
const TRAILERS = [/\btrailer\s{0,8}<</, /\/Type\s{0,8}\/XRef\b/];

/**
 * Removes data before the header, which a Mac or a mailer may have added. A file without a trailer, such as a truncated
 * one, gets a new one that lists the existing pages; readers find the objects themselves.
 *
 * @returns undefined if the file cannot be repaired
 */
export function mendPdf(file: Buffer): Mended | undefined {
  const at = file.subarray(0, WITHIN).indexOf(HEADER, 0, 'latin1');
  if (at < 0) return undefined;
  const pdf = file.subarray(at);
  const text = pdf.toString('latin1');
  if (TRAILERS.some((trailer) => trailer.test(text)))
    return at > 0 ? { parts: [pdf], isWhole: true } : undefined;
  const end = trailerOf(text);
  return end === undefined ? undefined : { parts: [pdf, Buffer.from(end)], isWhole: false };
}

function trailerOf(text: string): string | undefined {
  const pages: string[] = [];
  let catalogue: string | undefined;
  let last = 0;
  for (const match of text.matchAll(OBJECT)) {
    const [, number = '', generation = ''] = match;
    const body = text.slice(match.index, match.index + TYPE_WITHIN);
    const end = body.indexOf('endobj');
    const object = end < 0 ? body : body.slice(0, end);
    last = Math.max(last, Number(number));
    if (CATALOGUE.test(object)) catalogue = `${number} ${generation} R`;
    else if (PAGE.test(object)) pages.push(`${number} ${generation} R`);
  }
  if (pages.length === 0) return undefined;
  const [tree, root] = [last + 1, last + 2];
  const made =
    `${tree} 0 obj\n<</Type/Pages/Kids[${pages.join(' ')}]/Count ${pages.length}>>\nendobj\n` +
    `${root} 0 obj\n<</Type/Catalog/Pages ${tree} 0 R>>\nendobj\n`;
  const found = catalogue !== undefined && /\/Type\s{0,8}\/Pages\b/.test(text);
  const top = found ? catalogue : `${root} 0 R`;
  return `\nendobj\n${found ? '' : made}trailer\n<</Size ${root + 1}/Root ${top}>>\nstartxref\n0\n%%EOF\n`;
}
