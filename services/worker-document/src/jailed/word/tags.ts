import type { Tag } from './model.js';
import type { Pdfium } from './pdfium.js';

const BLOCKS: ReadonlySet<string> = new Set([
  ...['P', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'Title', 'LI', 'LBody', 'Caption', 'Note', 'TOCI'],
  ...['BlockQuote', 'Code', 'Figure', 'Formula', 'Quote'],
]);
const MAX_DEPTH = 40;
/** A hostile tree may name the same elements again and again. */
const MAX_ELEMENTS = 50_000;

interface Place {
  readonly block?: Tag['block'];
  readonly list?: number | undefined;
  readonly cell?: number | undefined;
  readonly row?: number | undefined;
  readonly table?: number | undefined;
}

/** The structure elements around each marked content of a page, by its number: ISO 32000-2, 14.7. */
export function readTags(pdfium: Pdfium, page: number): ReadonlyMap<number, Tag> {
  const { call } = pdfium;
  const tags = new Map<number, Tag>();
  const tree = call.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return tags;
  let count = 0;

  const note = (content: number, { block, cell, row, table }: Place): void => {
    if (content >= 0) tags.set(content, { block, cell, row, table });
  };
  const walk = (element: number, outer: Place, depth: number): void => {
    count += 1;
    if (depth > MAX_DEPTH || count > MAX_ELEMENTS) return;
    const kind = pdfium.text16((address, bytes) => call.FPDF_StructElement_GetType(element, address, bytes));
    const place = placeIn(outer, kind, count);
    const contents = call.FPDF_StructElement_GetMarkedContentIdCount(element);
    for (let at = 0; at < contents; at++)
      note(call.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at), place);
    const children = call.FPDF_StructElement_CountChildren(element);
    for (let at = 0; at < children; at++) {
      const child = call.FPDF_StructElement_GetChildAtIndex(element, at);
      if (child !== 0) walk(child, place, depth + 1);
      else note(call.FPDF_StructElement_GetChildMarkedContentID(element, at), place);
    }
  };

  const roots = call.FPDF_StructTree_CountChildren(tree);
  for (let at = 0; at < roots; at++) {
    const root = call.FPDF_StructTree_GetChildAtIndex(tree, at);
    if (root !== 0) walk(root, {}, 0);
  }
  call.FPDF_StructTree_Close(tree);
  return tags;
}

/** Where the content of an element stands. @param id - of the element */
function placeIn(outer: Place, kind: string, id: number): Place {
  if (kind === 'Table') return { ...outer, table: id, cell: undefined, row: undefined };
  if (kind === 'TR') return { ...outer, row: id };
  if (kind === 'TD' || kind === 'TH') return { ...outer, cell: id, block: undefined };
  if (kind === 'LI') return { ...outer, list: id, block: { id, kind, list: id } };
  if (!BLOCKS.has(kind) || (kind === 'LBody' && outer.block)) return outer;
  const isOfItem = outer.list !== undefined && kind === 'P';
  return { ...outer, block: { id, kind: isOfItem ? 'LI' : kind, list: outer.list } };
}
