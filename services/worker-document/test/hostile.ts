import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Hostile documents that must convert without effect. Each contains the word "harmless", which the output must contain.
 */

const NAMESPACES = [
  ...['office', 'text', 'table', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"',
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
].join(' ');
const MIMETYPE = 'application/vnd.oasis.opendocument';

/** A zip of the parts, `mimetype` first and stored as OpenDocument requires; extends `base` if given. */
export function zip(base: string | undefined, parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const target = join(folder, 'made.zip');
    if (base) copyFileSync(base, target);
    for (const [name, content] of Object.entries(parts)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), content);
      const level = name === 'mimetype' ? '-0' : '-9';
      execFileSync('/usr/bin/zip', ['-q', '-X', '-D', level, target, name], { cwd: folder });
    }
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Kind = 'text' | 'spreadsheet' | 'presentation';

function parts(kind: Kind, body: string, scripts = ''): Record<string, string> {
  return {
    mimetype: `${MIMETYPE}.${kind}`,
    'content.xml': `<?xml version="1.0"?><office:document-content ${NAMESPACES} office:version="1.3">${scripts}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${MIMETYPE}.${kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  };
}

/** @param scripts - an `office:scripts` element */
export const odtParts = (body: string, scripts: string): Record<string, string> =>
  parts('text', body, scripts);
const openDocument = (kind: Kind, body: string): Buffer => zip(undefined, parts(kind, body));

/** A text document with more content. */
export const flatOdt = (body: string): Buffer => openDocument('text', `<text:p>harmless</text:p>${body}`);

/** A spreadsheet of one sheet with text in its cells. */
export function odsWith(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const body = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`);
  return openDocument('spreadsheet', `<table:table table:name="Sheet1">${body.join('')}</table:table>`);
}

/** A spreadsheet with formulas that load a URL, or with other rows. */
export function flatOds(url: string, rows?: string): Buffer {
  const cell = (formula: string): string =>
    `<table:table-cell table:formula="of:${formula}" office:value-type="string" office:string-value="stale"><text:p>stale</text:p></table:table-cell>`;
  const formulas = [
    `=WEBSERVICE(&quot;${url}&quot;)`,
    `=DDE(&quot;soffice&quot;;&quot;${url}&quot;;&quot;a&quot;)`,
    `='${url}'#$Sheet1.A1`,
  ];
  return openDocument(
    'spreadsheet',
    `<table:table table:name="Sheet1"><table:table-row><table:table-cell office:value-type="string"><text:p>harmless</text:p></table:table-cell>${rows ? '' : formulas.map(cell).join('')}</table:table-row>${rows ?? ''}</table:table>`,
  );
}

/** A slide with a linked picture, a linked sound and a linked object. */
export const flatOdp = (url: string): Buffer =>
  openDocument(
    'presentation',
    `<draw:page draw:name="p"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>harmless</text:p></draw:text-box></draw:frame>${[
      `<draw:image xlink:href="${url}"/>`,
      `<draw:plugin xlink:href="${url}" draw:mime-type="application/vnd.sun.star.media"/>`,
      `<draw:object xlink:href="${url}"/>`,
    ]
      .map((body) => `<draw:frame svg:width="3cm" svg:height="3cm">${body}</draw:frame>`)
      .join('')}</draw:page>`,
  );

/** A sheet of one word, with a red cell in the last possible row and column that holds `content`. */
export function odsWithFarCell(content: string): Buffer {
  const red =
    '<office:automatic-styles><style:style style:name="red" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000"/></style:style></office:automatic-styles>';
  const body =
    '<table:table table:name="Sheet1"><table:table-row><table:table-cell office:value-type="string"><text:p>harmless</text:p></table:table-cell></table:table-row>' +
    '<table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row>' +
    `<table:table-row><table:table-cell table:number-columns-repeated="16383"/><table:table-cell table:style-name="red" ${content}/></table:table-row></table:table>`;
  return zip(undefined, parts('spreadsheet', body, red));
}

/** A sheet that takes seconds to print. */
export function slowOds(): Buffer {
  const cells = '<table:table-cell office:value-type="string"><text:p>bomb</text:p></table:table-cell>';
  return flatOds(
    '',
    `<table:table-row table:number-rows-repeated="20000">${cells.repeat(100)}</table:table-row>`,
  );
}

/** A web page with more content. */
export const htmlWith = (body: string): string =>
  `<!doctype html><html><body><p>harmless</p>${body}</body></html>`;
/** An RTF file with more content. */
export const rtfWith = (body: string): string => `{\\rtf1\\ansi harmless\\par ${body}}`;

const OOXML = 'http://schemas.openxmlformats.org';
const relations = (body: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="${OOXML}/package/2006/relationships">${body}</Relationships>`;
const types = (part: string, type: string): string =>
  `<?xml version="1.0"?><Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part
    .split(' ')
    .map(
      (name, i) =>
        `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${type.split(' ')[i]}+xml"/>`,
    )
    .join('')}</Types>`;
const rootRelation = (target: string): string =>
  relations(
    `<Relationship Id="rId1" Type="${OOXML}/officeDocument/2006/relationships/officeDocument" Target="${target}"/>`,
  );

/** A Word file with references of every kind to a URL. */
export function ooxmlText(url: string): Buffer {
  const external = ['image', 'oleObject', 'attachedTemplate', 'subDocument'].map(
    (type, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OOXML}/officeDocument/2006/relationships/${type}" Target="${url}" TargetMode="External"/>`,
  );
  const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${OOXML}/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="${OOXML}/drawingml/2006/main"><a:graphicData uri="${OOXML}/drawingml/2006/picture"><pic:pic xmlns:pic="${OOXML}/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const field = `<w:p><w:fldSimple w:instr=" INCLUDETEXT &quot;${url}&quot; "><w:r><w:t>stale</w:t></w:r></w:fldSimple></w:p>`;
  return zip(undefined, {
    '[Content_Types].xml': types('/word/document.xml', 'wordprocessingml.document.main'),
    '_rels/.rels': rootRelation('word/document.xml'),
    'word/_rels/document.xml.rels': relations(external.join('')),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${OOXML}/wordprocessingml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>harmless</w:t></w:r></w:p>${picture}${field}<w:subDoc r:id="rId4"/></w:body></w:document>`,
  });
}

/** A Word file with a link, `link <number>`, to each of these. */
export function ooxmlLinks(urls: readonly string[]): Buffer {
  const targets = urls.map(
    (url, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OOXML}/officeDocument/2006/relationships/hyperlink" Target="${url}" TargetMode="External"/>`,
  );
  const links = urls.map(
    (_, i) => `<w:p><w:hyperlink r:id="rId${i + 1}"><w:r><w:t>link ${i}</w:t></w:r></w:hyperlink></w:p>`,
  );
  return zip(undefined, {
    '[Content_Types].xml': types('/word/document.xml', 'wordprocessingml.document.main'),
    '_rels/.rels': rootRelation('word/document.xml'),
    'word/_rels/document.xml.rels': relations(targets.join('')),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${OOXML}/wordprocessingml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>harmless</w:t></w:r></w:p>${links.join('')}</w:body></w:document>`,
  });
}

/** An Excel file with a link to a workbook and a formula that loads it. */
export function ooxmlSheet(url: string): Buffer {
  return zip(undefined, {
    '[Content_Types].xml': types(
      '/xl/workbook.xml /xl/worksheets/sheet1.xml /xl/externalLinks/externalLink1.xml',
      'spreadsheetml.sheet.main spreadsheetml.worksheet spreadsheetml.externalLink',
    ),
    '_rels/.rels': rootRelation('xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relations(
      `<Relationship Id="rId1" Type="${OOXML}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OOXML}/officeDocument/2006/relationships/externalLink" Target="externalLinks/externalLink1.xml"/>`,
    ),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${OOXML}/spreadsheetml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences></workbook>`,
    'xl/externalLinks/_rels/externalLink1.xml.rels': relations(
      `<Relationship Id="rId1" Type="${OOXML}/officeDocument/2006/relationships/externalLinkPath" Target="${url}" TargetMode="External"/>`,
    ),
    'xl/externalLinks/externalLink1.xml': `<?xml version="1.0"?><externalLink xmlns="${OOXML}/spreadsheetml/2006/main"><externalBook xmlns:r="${OOXML}/officeDocument/2006/relationships" r:id="rId1"><sheetNames><sheetName val="S"/></sheetNames></externalBook></externalLink>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${OOXML}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>harmless</t></is></c><c r="B1"><f>_xlfn.WEBSERVICE("${url}")</f></c><c r="C1"><f>[1]S!A1</f></c></row></sheetData></worksheet>`,
  });
}

/** Replaces the first slide of a presentation by a linked picture and a linked film. */
export function ooxmlSlide(base: string, url: string): Buffer {
  const link = (id: string, type: string): string =>
    `<Relationship Id="${id}" Type="${OOXML}/officeDocument/2006/relationships/${type}" Target="${url}" TargetMode="External"/>`;
  const layout = `<Relationship Id="rId1" Type="${OOXML}/officeDocument/2006/relationships/slideLayout" Target="../slideLayouts/slideLayout1.xml"/>`;
  const box =
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"/>';
  return zip(base, {
    'ppt/slides/_rels/slide1.xml.rels': relations(
      `${layout}${link('rId2', 'image')}${link('rId3', 'video')}`,
    ),
    'ppt/slides/slide1.xml': `<?xml version="1.0"?><p:sld xmlns:p="${OOXML}/presentationml/2006/main" xmlns:a="${OOXML}/drawingml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${box}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>harmless</a:t></a:r></a:p></p:txBody></p:sp><p:pic><p:nvPicPr><p:cNvPr id="3" name="m"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="rId3"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:link="rId2"/></p:blipFill><p:spPr>${box}</p:spPr></p:pic></p:spTree></p:cSld></p:sld>`,
  });
}
