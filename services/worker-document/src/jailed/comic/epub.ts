import { createHash } from 'node:crypto';
import { escapeHtml } from '../book/binding.js';
import { ZipRecords } from '../zip-records.js';
import type { ComicInfo } from './info.js';
import { Output } from './output.js';
import type { Picture } from './pictures.js';

const CONTAINER =
  '<?xml version="1.0" encoding="UTF-8"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
/** Of its own size on a fixed page; where pages flow, as wide as the screen at most. */
const STYLE =
  '@page{margin:0}html,body{margin:0;padding:0}img{display:block;margin:0 auto;max-width:100%;max-height:100vh}';
const XHTML = 'media-type="application/xhtml+xml"';

const pageOf = (title: string, head: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><meta charset="utf-8"/><title>${title}</title>${head}</head><body>${body}</body></html>\n`;

/**
 * Writes a comic as EPUB 3.3 with a fixed layout: each page is one picture.
 *
 * @see https://www.w3.org/TR/epub-33/#sec-fixed-layouts
 */
export class EpubComic {
  private readonly output: Output;
  private readonly records = new ZipRecords();
  private readonly hash = createHash('sha256');
  private readonly pictures: string[] = [];

  constructor(
    path: string,
    private readonly info: ComicInfo,
  ) {
    this.output = new Output(path);
    this.add('mimetype', 'application/epub+zip');
    this.add('META-INF/container.xml', CONTAINER);
    this.add('OEBPS/style.css', STYLE);
  }

  /** Without compression: pictures hardly shrink. */
  private add(name: string, content: Buffer | string): void {
    const bytes = Buffer.from(content);
    this.output.write(this.records.add({ name, method: 0, packed: bytes, content: bytes }));
    this.output.write(bytes);
  }

  addPage({ type, bytes, widthPx, heightPx }: Picture): void {
    const number = this.pictures.length + 1;
    const picture = `picture-${number}.${type === 'jpeg' ? 'jpg' : type}`;
    const size = `<meta name="viewport" content="width=${widthPx}, height=${heightPx}"/>`;
    const head = `${size}<link rel="stylesheet" type="text/css" href="style.css"/>`;
    this.hash.update(bytes);
    this.add(`OEBPS/${picture}`, bytes);
    const image = `<div><img src="${picture}" alt="Page ${number}"/></div>`;
    this.add(`OEBPS/page-${number}.xhtml`, pageOf(`Page ${number}`, head, image));
    this.pictures.push(picture);
  }

  end(): void {
    const title = escapeHtml(this.info.title);
    const lines = this.pictures.map((_, at) => `<li><a href="page-${at + 1}.xhtml">Page ${at + 1}</a></li>`);
    const nav = `<nav epub:type="toc"><h1>${title}</h1><ol>${lines.join('')}</ol></nav>`;
    this.add('OEBPS/nav.xhtml', pageOf(title, '', nav));
    this.add('OEBPS/package.opf', this.packageDocument());
    this.output.write(this.records.end());
    this.output.end();
  }

  private packageDocument(): string {
    const { isRightToLeft } = this.info;
    const items = this.pictures.flatMap((picture, at) => [
      `<item id="p${at + 1}" href="page-${at + 1}.xhtml" ${XHTML}/>`,
      `<item id="i${at + 1}" href="${picture}" media-type="image/${picture.endsWith('.png') ? 'png' : 'jpeg'}"${at === 0 ? ' properties="cover-image"' : ''}/>`,
    ]);
    const spine = this.pictures.map((_, at) => `<itemref idref="p${at + 1}"/>`);
    return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" prefix="rendition: http://www.idpf.org/vocab/rendition/#">
${this.metadata()}
<manifest><item id="nav" href="nav.xhtml" ${XHTML} properties="nav"/><item id="css" href="style.css" media-type="text/css"/>
${items.join('\n')}
</manifest>
<spine${isRightToLeft ? ' page-progression-direction="rtl"' : ''}>${spine.join('')}</spine>
</package>
`;
  }

  private metadata(): string {
    const { title, authors, publisher, date, language } = this.info;
    const fields = [
      ['title', title],
      ...authors.map((author) => ['creator', author]),
      ...[['publisher', publisher] as const, ['date', date] as const].filter(([, value]) => value !== ''),
      ['language', language],
    ].map(([name, value = '']) => `<dc:${name}>${escapeHtml(value)}</dc:${name}>`);
    const modified = `${new Date().toISOString().slice(0, 19)}Z`;
    return `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:uuid:${uuidOf(this.hash.digest())}</dc:identifier>${fields.join('')}<meta property="dcterms:modified">${modified}</meta><meta property="rendition:layout">pre-paginated</meta><meta property="rendition:orientation">auto</meta><meta property="rendition:spread">landscape</meta><meta name="cover" content="i1"/></metadata>`;
  }
}

/** RFC 9562, section 5.8: the same pictures make the same book. */
function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
