import { deflateRawSync } from 'node:zlib';
import { Output } from '../comic/output.js';
import { ZipRecords } from '../zip-records.js';
import type { EncodedPicture } from './model.js';
import { escapeXml } from './xml.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PART_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"',
].join(' ');
const LEVELS = 9;
const HEADINGS = 6;
/** Twips by which each level of a list stands further in. */
const LIST_STEP = 360;

/** A list: its numbers, or its bullet. */
export interface ListSpec {
  readonly format: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';
  /** The bullet, or the text of a number with `%` where the number stands, such as "(%)" or "%." */
  readonly text: string;
  /** First number. */
  readonly start: number;
}

/** What the file says about itself. */
export interface DocxOptions {
  readonly title: string;
  readonly author: string;
}

/**
 * Writes a Word file: a zip of parts, pictures at once and the text at the end. Whatever makes XML of its own (paragraphs, tables, sections)
 * escapes by `xml.ts` and keeps the order of elements that ECMA-376 demands.
 */
export class DocxWriter {
  private readonly output: Output;
  private readonly zip = new ZipRecords();
  private readonly body: Buffer[] = [];
  private readonly relationships: string[] = [];
  private readonly links = new Map<string, string>();
  private readonly lists: ListSpec[] = [];
  private readonly notes: string[] = [];
  private readonly parts = new Map<string, { readonly type: string; readonly xml: string }>();
  private lastId = 0;
  /** Points: the size of text that says none. */
  defaultSize = 10;

  constructor(path: string, options: DocxOptions) {
    this.output = new Output(path);
    this.write(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    );
    this.write(
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(options.title)}</dc:title><dc:creator>${escapeXml(options.author)}</dc:creator></cp:coreProperties>`,
    );
  }

  /** Adds block elements (`w:p`, `w:tbl`) to the end of the text. Its last element has to be the `w:sectPr` of the last section. */
  add(xml: string): void {
    this.body.push(Buffer.from(xml));
  }

  /** A number that no other drawing of the file has, for `wp:docPr`. */
  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** @returns relationship id of an external address, for `w:hyperlink r:id` */
  link(address: string): string {
    const known = this.links.get(address);
    if (known) return known;
    const id = this.relate('hyperlink', address, ' TargetMode="External"');
    this.links.set(address, id);
    return id;
  }

  /** Stores a picture. @returns its relationship id, for `a:blip r:embed` */
  picture({ bytes, extension }: EncodedPicture): string {
    const name = `media/image${this.relationships.length + 1}.${extension}`;
    this.write(`word/${name}`, Buffer.from(bytes));
    return this.relate('image', name);
  }

  /** A header or footer. @param xml - its paragraphs @returns its relationship id, for `w:headerReference` or `w:footerReference` */
  marginText(kind: 'header' | 'footer', xml: string): string {
    const name = `${kind}${this.parts.size + 1}.xml`;
    const root = kind === 'header' ? 'hdr' : 'ftr';
    this.parts.set(name, { type: kind, xml: `<w:${root} ${NAMESPACES}>${xml}</w:${root}>` });
    return this.relate(kind, name);
  }

  /** @param runs - of the note's text, behind its number @returns the id for `w:footnoteReference` */
  footnote(runs: string): number {
    this.notes.push(runs);
    return this.notes.length + 1;
  }

  /** @returns the id for `w:numId` */
  list(spec: ListSpec): number {
    this.lists.push(spec);
    return this.lists.length;
  }

  /** Writes all that is left. */
  end(): void {
    if (this.lists.length > 0) this.part('numbering', this.numbering());
    if (this.notes.length > 0) this.part('footnotes', this.footnotes());
    this.part('styles', stylesOf(this.defaultSize));
    this.part('settings', SETTINGS);
    this.write(
      'word/document.xml',
      Buffer.concat([
        Buffer.from(`${HEAD}<w:document ${NAMESPACES}><w:body>`),
        ...this.body,
        Buffer.from('</w:body></w:document>'),
      ]),
    );
    this.body.length = 0;
    const overrides = [...this.parts].map(([name, { type, xml }]) => {
      this.write(`word/${name}`, xml);
      return `<Override PartName="/word/${name}" ContentType="${PART_TYPE}${type}+xml"/>`;
    });
    this.write(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${this.relationships.join('')}</Relationships>`,
    );
    this.write('[Content_Types].xml', contentTypes(overrides));
    this.output.write(this.zip.end());
    this.output.end();
  }

  private part(type: string, xml: string): void {
    this.parts.set(`${type}.xml`, { type, xml });
    this.relate(type, `${type}.xml`);
  }

  private relate(type: string, target: string, mode = ''): string {
    const id = `rId${this.relationships.length + 1}`;
    this.relationships.push(
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${escapeXml(target)}"${mode}/>`,
    );
    return id;
  }

  /** Pictures are packed already. */
  private write(name: string, content: string | Buffer): void {
    const isStored = name.startsWith('word/media/');
    const bytes = typeof content === 'string' ? Buffer.from(HEAD + content) : content;
    const packed = isStored ? bytes : deflateRawSync(bytes);
    this.output.write(this.zip.add({ name, method: isStored ? 0 : 8, packed, content: bytes }));
    this.output.write(packed);
  }

  private numbering(): string {
    const abstract = this.lists.map((list, index) => abstractList(list, index + 1));
    const numbers = this.lists.map(
      (_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index + 1}"/></w:num>`,
    );
    return `<w:numbering ${NAMESPACES}>${abstract.join('')}${numbers.join('')}</w:numbering>`;
  }

  private footnotes(): string {
    const notes = this.notes.map(
      (runs, index) =>
        `<w:footnote w:id="${index + 2}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>${runs}</w:p></w:footnote>`,
    );
    return `<w:footnotes ${NAMESPACES}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${notes.join('')}</w:footnotes>`;
  }
}

function abstractList({ format, text, start }: ListSpec, id: number): string {
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const shown = format === 'bullet' ? text : text.replace('%', `%${level + 1}`);
    return `<w:lvl w:ilvl="${level}"><w:start w:val="${Math.max(0, start)}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${escapeXml(shown)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${LIST_STEP * (level + 1)}" w:hanging="${LIST_STEP}"/></w:pPr></w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
}

/** Without the mode of Word 2013 all tables would move by the margin of a cell. */
const SETTINGS = `<w:settings ${NAMESPACES}><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

function stylesOf(size: number): string {
  const headings = Array.from(
    { length: HEADINGS },
    (_, at) =>
      `<w:style w:type="paragraph" w:styleId="Heading${at + 1}"><w:name w:val="heading ${at + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:outlineLvl w:val="${at}"/></w:pPr></w:style>`,
  );
  return `<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="${Math.round(size * 2)}"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:qFormat/></w:style>${headings.join('')}</w:styles>`;
}

const contentTypes = (overrides: readonly string[]): string =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${PART_TYPE}document.main+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join('')}</Types>`;
