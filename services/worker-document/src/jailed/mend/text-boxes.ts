import type { Container } from '../book/container.js';
import { ZipRecords } from '../zip-records.js';

const DOCUMENT = 'word/document.xml';
/** Paragraphs, the contents of text boxes, and what old programs show in place of a box: the same once more. */
const TAG = /<(\/?)(w:p|w:txbxContent|mc:Fallback)([\s/][^<>]*)?>/g;

/**
 * pandoc leaves out the text boxes of a Word file. Here each follows the paragraph to which it is tied.
 *
 * @param xml - of the document: ECMA-376, part 1, 17.17.1
 */
export function withBoxesAsText(xml: string): string {
  let written = '';
  let last = 0;
  let boxes: string[] = [];
  let boxStart = 0;
  const depth = { 'w:p': 0, 'w:txbxContent': 0, 'mc:Fallback': 0 };
  for (const { 0: tag, 1: slash, 2: name, 3: attributes = '', index } of xml.matchAll(TAG)) {
    if (attributes.endsWith('/')) continue;
    const kind = name as keyof typeof depth;
    depth[kind] = Math.max(0, depth[kind] + (slash ? -1 : 1));
    if (depth['mc:Fallback'] > 0) continue;
    const end = index + tag.length;
    if (kind === 'w:txbxContent' && !slash && depth[kind] === 1) boxStart = end;
    if (kind === 'w:txbxContent' && slash && depth[kind] === 0) boxes.push(xml.slice(boxStart, index));
    if (kind !== 'w:p' || depth['w:txbxContent'] > 0 || depth['w:p'] > 0 || boxes.length === 0) continue;
    written += xml.slice(last, end) + boxes.join('');
    last = end;
    boxes = [];
  }
  return written + xml.slice(last);
}

/** A Word file whose text boxes are text; undefined if it has none. */
export async function unboxed(container: Container): Promise<Buffer | undefined> {
  const xml = await container.text(DOCUMENT);
  if (!xml?.includes('<w:txbxContent')) return undefined;
  const records = new ZipRecords();
  const parts: Buffer[] = [];
  for (const name of container.names) {
    const content = name === DOCUMENT ? Buffer.from(withBoxesAsText(xml)) : await container.bytes(name);
    if (content && !name.endsWith('/'))
      parts.push(records.add({ name, method: 0, packed: content, content }), content);
  }
  return Buffer.concat([...parts, records.end()]);
}
