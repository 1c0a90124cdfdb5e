import { heldByXml } from '../text/xml-text.js';
import type { Box } from './model.js';

/** Pieces of WordprocessingML and DrawingML (ECMA-376, part 1) that both writers use. */

const TWIPS_PER_POINT = 20;
const EMU_PER_POINT = 12_700;
/** Longest description of a picture. */
const MAX_DESCRIPTION = 900;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text for an element or an attribute in double quotes, without what XML 1.0 cannot hold. */
export const escapeXml = (text: string): string =>
  heldByXml(text).replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

/** Points as whole twips, the unit of paragraphs, tables and pages. */
export const twips = (points: number): number => Math.round(points * TWIPS_PER_POINT);
/** Points as whole English Metric Units, the unit of drawings. */
export const emus = (points: number): number => Math.round(points * EMU_PER_POINT);

/** How the letters of a run look. */
export interface RunStyle {
  readonly family: string;
  /** For Chinese, Japanese and Korean; absent: `family`. */
  readonly eastAsianFamily?: string | undefined;
  /** Points. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Six hexadecimal digits. */
  readonly colour: string;
  readonly line?: 'underline' | 'strike' | undefined;
  readonly raised?: 'superscript' | 'subscript' | undefined;
  /** Width of the letters in percent; absent: 100. */
  readonly widthPercent?: number | undefined;
  readonly isRightToLeft?: boolean | undefined;
  /** Text that can be found and copied, and is not seen. */
  readonly isInvisible?: boolean | undefined;
}

const CLEAR =
  '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill></w14:textFill>';

/** `w:rPr` in the order of the schema. @param always - also what a heading's style might set: not bold, black */
export function runProperties(style: RunStyle, always = false): string {
  const family = escapeXml(style.family);
  const size = Math.max(2, Math.round(style.size * 2));
  return [
    `<w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:eastAsia="${escapeXml(style.eastAsianFamily ?? style.family)}" w:cs="${family}"/>`,
    style.isBold ? '<w:b/><w:bCs/>' : always ? '<w:b w:val="0"/>' : '',
    style.isItalic ? '<w:i/><w:iCs/>' : '',
    style.line === 'strike' ? '<w:strike/>' : '',
    style.colour !== '000000' || always ? `<w:color w:val="${style.colour}"/>` : '',
    style.widthPercent === undefined ? '' : `<w:w w:val="${style.widthPercent}"/>`,
    `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
    style.line === 'underline' ? '<w:u w:val="single"/>' : '',
    style.raised ? `<w:vertAlign w:val="${style.raised}"/>` : '',
    style.isRightToLeft ? '<w:rtl/>' : '',
    style.isInvisible ? CLEAR : '',
    '</w:rPr>',
  ].join('');
}

const BREAKS: Readonly<Record<string, string>> = {
  '\t': '<w:tab/>',
  '\n': '<w:br/>',
  '\u00ad': '<w:softHyphen/>',
};

/** A run: tabs, line breaks and soft hyphens of the text become elements. @param properties - {@link runProperties} */
export function runOf(text: string, properties: string): string {
  const content = text
    .split(/([\t\n\u00ad])/)
    .map((part) => BREAKS[part] ?? (part && `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`))
    .join('');
  return `<w:r>${properties}${content}</w:r>`;
}

/** Runs that open an address. @param relationship - of `DocxWriter.link` */
export const linkOf = (runs: string, relationship: string): string =>
  `<w:hyperlink r:id="${relationship}">${runs}</w:hyperlink>`;

/** Where a drawing stands: its left upper corner on the page, and its size, in points. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const placeOf = ({ left, top, right, bottom }: Box): Place => ({
  ...{ left, top, width: right - left, height: bottom - top },
});

interface Drawn {
  /** Of `DocxWriter.nextId`. */
  readonly id: number;
  readonly description?: string | undefined;
}

const properties = ({ id, description }: Drawn): string =>
  `<wp:docPr id="${id}" name="Drawing ${id}"${description ? ` descr="${escapeXml(description.slice(0, MAX_DESCRIPTION))}"` : ''}/><wp:cNvGraphicFramePr/>`;

const extentOf = ({ width, height }: Pick<Place, 'width' | 'height'>): string =>
  `cx="${Math.max(1, emus(width))}" cy="${Math.max(1, emus(height))}"`;

/** A picture or a text box that stands at its place on the page, whatever the text does. */
export function anchored(
  graphic: string,
  place: Place,
  drawn: Drawn & { readonly isBehind: boolean; readonly order: number },
): string {
  return [
    `<w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${drawn.order}" behindDoc="${drawn.isBehind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>`,
    `<wp:positionH relativeFrom="page"><wp:posOffset>${emus(place.left)}</wp:posOffset></wp:positionH>`,
    `<wp:positionV relativeFrom="page"><wp:posOffset>${emus(place.top)}</wp:posOffset></wp:positionV>`,
    `<wp:extent ${extentOf(place)}/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>`,
    `${properties(drawn)}${graphic}</wp:anchor></w:drawing>`,
  ].join('');
}

/** A picture that stands in its line like a letter. */
export const inline = (graphic: string, size: Pick<Place, 'width' | 'height'>, drawn: Drawn): string =>
  `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extentOf(size)}/><wp:effectExtent l="0" t="0" r="0" b="0"/>${properties(drawn)}${graphic}</wp:inline></w:drawing>`;

const shapeOf = (size: Pick<Place, 'width' | 'height'>): string =>
  `<a:xfrm><a:off x="0" y="0"/><a:ext ${extentOf(size)}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;

/** `a:graphic` of a picture. @param relationship - of `DocxWriter.picture` */
export const pictureGraphic = (
  relationship: string,
  size: Pick<Place, 'width' | 'height'>,
  id: number,
): string =>
  `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>${shapeOf(size)}</pic:spPr></pic:pic></a:graphicData></a:graphic>`;

/** How the text of a box runs: to the right, up or down. */
export type BoxDirection = 'level' | 'up' | 'down';
const DIRECTIONS = { level: '', up: ' vert="vert270"', down: ' vert="vert"' } as const;

/** `a:graphic` of a text box without frame and margins. @param paragraphs - at least one */
export const textBoxGraphic = (
  paragraphs: string,
  size: Pick<Place, 'width' | 'height'>,
  direction: BoxDirection = 'level',
): string =>
  `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr>${shapeOf(size)}<a:noFill/></wps:spPr><wps:txbx><w:txbxContent>${paragraphs}</w:txbxContent></wps:txbx><wps:bodyPr${DIRECTIONS[direction]} wrap="${direction === 'level' ? 'square' : 'none'}" lIns="0" tIns="0" rIns="0" bIns="0"><a:noAutofit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic>`;

/** A run with a drawing that Word knows since 2010: others show nothing. */
export const newDrawingRun = (drawing: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawing}</mc:Choice></mc:AlternateContent></w:r>`;
