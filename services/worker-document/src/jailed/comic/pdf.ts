import type { ComicInfo } from './info.js';
import { Output } from './output.js';
import type { Picture } from './pictures.js';
import { partsOf } from './png.js';

/** Pixels of an inch of paper, as our pictures of pages have them. */
const DPI = 150;
const POINTS_PER_INCH = 72;
/** ISO 32000-1, annex C.2: the longest side of a page. */
const MAX_POINTS = 14_400;
/** Objects with fixed numbers. */
const [CATALOG, PAGES, INFO] = [1, 2, 3];

/** A PDF holds the compressed pixels of a plain PNG as they are. */
export function isHeldInPdf(png: Buffer): boolean {
  const { isInterlaced, isTransparent } = partsOf(png);
  return !isInterlaced && !isTransparent;
}

/** A text string: UTF-16 after a byte order mark, in hexadecimal digits. ISO 32000-1, section 7.9.2.2. */
const hexOf = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** Writes a comic as PDF 1.7: each page has the size of its picture, whose compressed pixels stay as they are. */
export class PdfComic {
  private readonly output: Output;
  /** Where each object begins, by its number. */
  private readonly offsets: number[] = [];
  private readonly pages: number[] = [];
  /** Numbers of written profiles: pages often share one. */
  private readonly profiles = new Map<string, number>();
  private next = INFO + 1;

  constructor(
    path: string,
    private readonly info: ComicInfo,
  ) {
    this.output = new Output(path);
    this.text('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  }

  private text(text: string): void {
    this.output.write(Buffer.from(text, 'latin1'));
  }

  private object(dictionary: string, streams?: readonly Buffer[], number = this.next++): number {
    this.offsets[number] = this.output.at;
    const bytes = streams?.reduce((sum, { length }) => sum + length, 0);
    const length = bytes === undefined ? '' : `/Length ${bytes}`;
    this.text(`${number} 0 obj\n<<${dictionary}${length}>>\n`);
    if (streams) {
      this.text('stream\n');
      for (const stream of streams) this.output.write(stream);
      this.text('\nendstream\n');
    }
    this.text('endobj\n');
    return number;
  }

  addPage(picture: Picture): void {
    const { widthPx, heightPx } = picture;
    const scale = Math.min(POINTS_PER_INCH / DPI, MAX_POINTS / Math.max(widthPx, heightPx));
    const [width, height] = [widthPx, heightPx].map((side) => (side * scale).toFixed(3));
    const size = `/Type/XObject/Subtype/Image/Width ${widthPx}/Height ${heightPx}`;
    const image = picture.type === 'png' ? this.png(size, picture) : this.jpeg(size, picture);
    const content = this.object('', [Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`)]);
    const resources = `/Resources<</XObject<</I ${image} 0 R>>>>`;
    const box = `/MediaBox[0 0 ${width} ${height}]`;
    this.pages.push(this.object(`/Type/Page/Parent ${PAGES} 0 R${box}${resources}/Contents ${content} 0 R`));
  }

  private jpeg(size: string, { bytes, channels, profile }: Picture): number {
    const space = this.colourSpace(channels, profile);
    return this.object(`${size}/ColorSpace ${space}/BitsPerComponent 8/Filter/DCTDecode`, [bytes]);
  }

  /** The filter of PDF decodes the lines of a PNG: ISO 32000-1, section 7.4.4.4. */
  private png(size: string, { bytes, profile }: Picture): number {
    const { widthPx, bitDepth, colourType, palette, pixels } = partsOf(bytes);
    const isIndexed = colourType === 3;
    const channels = colourType === 2 ? 3 : 1;
    const space = isIndexed
      ? `[/Indexed/DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`
      : this.colourSpace(channels, profile);
    const lines = `/Predictor 15/Colors ${channels}/BitsPerComponent ${bitDepth}/Columns ${widthPx}`;
    const filter = `/Filter/FlateDecode/DecodeParms<<${lines}>>`;
    return this.object(`${size}/ColorSpace ${space}/BitsPerComponent ${bitDepth}${filter}`, pixels);
  }

  private colourSpace(channels: number, profile: Buffer | undefined): string {
    const device = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
    if (profile?.toString('latin1', 16, 20) !== (channels === 1 ? 'GRAY' : 'RGB ')) return device;
    const key = profile.toString('latin1');
    const number = this.profiles.get(key) ?? this.object(`/N ${channels}/Alternate${device}`, [profile]);
    this.profiles.set(key, number);
    return `[/ICCBased ${number} 0 R]`;
  }

  end(): void {
    const { title, authors, isRightToLeft } = this.info;
    const direction = isRightToLeft ? '/Direction/R2L' : '';
    const shown = `/ViewerPreferences<</DisplayDocTitle true${direction}>>`;
    this.object(`/Type/Catalog/Pages ${PAGES} 0 R${shown}`, undefined, CATALOG);
    const kids = this.pages.map((page) => `${page} 0 R`).join(' ');
    this.object(`/Type/Pages/Count ${this.pages.length}/Kids[${kids}]`, undefined, PAGES);
    const author = authors.length > 0 ? `/Author${hexOf(authors.join(', '))}` : '';
    this.object(`/Title${hexOf(title)}${author}/Producer(Filemill)`, undefined, INFO);
    const start = this.output.at;
    const lines = Array.from(
      { length: this.next - 1 },
      (_, at) => `${String(this.offsets[at + 1]).padStart(10, '0')} 00000 n \n`,
    );
    this.text(`xref\n0 ${this.next}\n0000000000 65535 f \n${lines.join('')}`);
    this.text(`trailer\n<</Size ${this.next}/Root ${CATALOG} 0 R/Info ${INFO} 0 R>>\n`);
    this.text(`startxref\n${start}\n%%EOF\n`);
    this.output.end();
  }
}
