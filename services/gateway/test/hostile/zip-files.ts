import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip; the optional fields make its headers wrong. */
export interface Entry {
  readonly name: string;
  readonly data: Buffer | string;
  /** Name in the local header, if it differs from the one in the directory. */
  readonly localName?: string;
  /** Unpacked size in both headers. */
  readonly declaredBytes?: number;
  /** Unpacked size in the local header only. */
  readonly localDeclaredBytes?: number;
  /** Method in the local header only. */
  readonly localMethod?: number;
  /** Points to the local header of the entry with this index. */
  readonly sameAs?: number;
  /** Whether the data is stored without compression. */
  readonly stored?: boolean;
}

const METHOD_STORED = 0;
const METHOD_DEFLATED = 8;

/** Builds a zip according to APPNOTE.TXT 6.3.10, whose entries may have wrong headers. */
export function buildZip(entries: readonly Entry[], declaredEntries = entries.length): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    const data = Buffer.from(entry.data);
    const method = entry.stored ? METHOD_STORED : METHOD_DEFLATED;
    const body = entry.stored ? data : deflateRawSync(data);
    const unpacked = entry.declaredBytes ?? data.length;
    const fields = (name: string, size: number, kind: number): Buffer => {
      const header = Buffer.alloc(26);
      header.writeUInt16LE(20, 0);
      header.writeUInt16LE(0x0800, 2); // names are UTF-8
      header.writeUInt16LE(kind, 4);
      header.writeUInt16LE(0x21, 8); // 1980-01-01
      header.writeUInt32LE(crc32(data), 10);
      header.writeUInt32LE(body.length, 14);
      header.writeUInt32LE(size, 18);
      header.writeUInt16LE(Buffer.byteLength(name), 22);
      return header;
    };
    const localName = entry.localName ?? entry.name;
    offsets[index] = entry.sameAs === undefined ? offset : (offsets[entry.sameAs] ?? 0);
    if (entry.sameAs === undefined) {
      const local = fields(localName, entry.localDeclaredBytes ?? unpacked, entry.localMethod ?? method);
      parts.push(Buffer.from('PK\x03\x04'), local, Buffer.from(localName), body);
      offset += 30 + Buffer.byteLength(localName) + body.length;
    }
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offsets[index] ?? 0, 10);
    directory.push(
      Buffer.from('PK\x01\x02\x14\x00'),
      fields(entry.name, unpacked, method),
      end,
      Buffer.from(entry.name),
    );
  }
  const index = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 'latin1');
  tail.writeUInt16LE(Math.min(declaredEntries, 0xffff), 8);
  tail.writeUInt16LE(Math.min(declaredEntries, 0xffff), 10);
  tail.writeUInt32LE(index.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, tail]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** A relationship to a target outside the package. */
export interface ExternalRelationship {
  readonly type: string;
  readonly target: string;
}

const relationships = (rows: string): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows}</Relationships>`;

/** Entries of an OOXML file: the parts that every file has, the main part and its relationships. */
const ooxmlEntries = (
  type: string,
  main: string,
  xml: string,
  external: readonly ExternalRelationship[],
  otherEntries: Entry[],
): Entry[] => [
  {
    name: '[Content_Types].xml',
    data:
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>` +
      (type.startsWith('spread')
        ? '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
        : '') +
      '</Types>',
  },
  {
    name: '_rels/.rels',
    data: relationships(`<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="${main}"/>`),
  },
  { name: main, data: xml },
  {
    name: main.replace(/([^/]+)$/, '_rels/$1.rels'),
    data: relationships(
      external
        .map(
          ({ type: kind, target }, i) =>
            `<Relationship Id="o${i}" Type="${OFFICE}/${kind}" Target="${target}" TargetMode="External"/>`,
        )
        .join('') +
        (type.startsWith('spread')
          ? `<Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>`
          : ''),
    ),
  },
  ...otherEntries,
];

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/** Entries of a document with one paragraph. @param inside - XML after the paragraph */
export const docxEntries = (
  text: string,
  external: readonly ExternalRelationship[] = [],
  inside = '',
): Entry[] =>
  ooxmlEntries(
    'wordprocessingml.document',
    'word/document.xml',
    `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture" ` +
      `xmlns:wp="${DRAWING}/wordprocessingDrawing"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p>${inside}</w:body></w:document>`,
    external,
    [],
  );

/** A picture outside the package, by relationship `o0`. */
export const LINKED_PICTURE =
  '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic>' +
  `<a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>` +
  '<pic:blipFill><a:blip r:link="o0"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>' +
  '<a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';

/** Entries of a workbook with one sheet. @param cells - XML of row 1 @param rows - XML of further rows */
export const xlsxEntries = (cells: string, rows = ''): Entry[] => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return ooxmlEntries(
    'spreadsheetml.sheet',
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="s1"/></sheets></workbook>`,
    [],
    [
      {
        name: 'xl/worksheets/sheet1.xml',
        data: `${XML}<worksheet xmlns="${main}"><sheetData><row r="1">${cells}</row>${rows}</sheetData></worksheet>`,
      },
    ],
  );
};

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';

/** Entries of an OpenDocument text. @param inside - XML after a paragraph of `text` */
export const odtEntries = (text: string, inside = '', scripts = ''): Entry[] => [
  { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
  {
    name: 'content.xml',
    data:
      `${XML}<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:draw="${ODF}:drawing:1.0" ` +
      `xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="${ODF}:svg-compatible:1.0" xmlns:script="${ODF}:script:1.0" ` +
      `office:version="1.3">${scripts}<office:body><office:text><text:p>${text}</text:p>${inside}</office:text></office:body></office:document-content>`,
  },
  {
    name: 'META-INF/manifest.xml',
    data:
      `${XML}<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0" manifest:version="1.3">` +
      '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>' +
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  },
];
