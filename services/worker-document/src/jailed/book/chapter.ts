import { type ChildNode, Element, isTag, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { descriptionOf, isInDrawing, isOwnStyle, pictureOf } from './drawing.js';
import { DROPPED_WITH, type ReportDropped } from './dropped.js';
import { localName } from './package-document.js';
import { resolveReference } from './paths.js';
import type { PlaceFile, Styles } from './styles.js';

/** Elements that run, load or request something; they are removed with their content. */
const DROPPED = new Set(
  'script style link meta base title iframe frame frameset object embed applet param form input button select textarea portal fencedframe template noscript foreignobject animate set handler'.split(
    ' ',
  ),
);
/** Elements that are removed without their content, which is meant for readers that cannot play them. */
const UNWRAPPED = new Set(['audio', 'video', 'picture', 'switch', 'case', 'default', 'canvas']);
const EMPTIED = new Set(['source', 'track']);
/** Attributes that describe style or name; references are checked separately. */
const KEPT =
  /^(?:id|class|lang|dir|title|alt|width|height|colspan|rowspan|span|start|type|value|align|valign|border|cellpadding|cellspacing|style|reversed|scope|role|cite|datetime|color|face|size|clear|bgcolor|hspace|vspace|nowrap|rules|frame|summary|open|viewbox|preserveaspectratio|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|points|transform|offset|version|fill(?:-.*)?|stroke(?:-.*)?|stop-.*|clip-.*|font-.*|text-.*|letter-spacing|opacity|gradient.*|pattern.*|spread.*|mask.*|marker.*|display|visibility|mathvariant|stretchy|columnalign|rowspacing)$/i;

/** One document of the spine while it is converted. */
export interface Chapter {
  readonly path: string;
  /** Number in the spine, the prefix of its ids. */
  readonly number: number;
}

/** What the cleaning of chapters needs to know about the book. */
export interface ChapterContext {
  /** Absent if the output has no styles: style attributes are then removed. */
  readonly styles?: Styles;
  readonly place: PlaceFile;
  /** Places an embedded picture in a file of its own; without it the picture stays embedded. */
  readonly placeEmbedded?: PlaceFile;
  /** Places an inline drawing in a file of its own. Used only for outputs without styles. */
  readonly placeDrawing: (svg: string) => Promise<string | undefined>;
  /** Receives each kind of loss. */
  readonly reportDropped: ReportDropped;
  /** Number in the spine, by path. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Collects the anchors that are the target of a link. */
  readonly wanted: Set<string>;
}

/** Anchor of a place in a chapter; without a fragment that of the chapter itself. */
export const anchorOf = (number: number, fragment: string): string =>
  fragment ? `c${number}-${fragment}` : `c${number}`;

/** Removes what runs or reaches outside, and turns references to files of the book into links inside the page. */
export async function makeSafe(parent: Element, chapter: Chapter, around: ChapterContext): Promise<void> {
  const children: ChildNode[] = [];
  for (const child of parent.children) children.push(...(await safe(child, chapter, around)));
  for (const child of children) child.parent = parent;
  parent.children = children;
}

async function safe(node: ChildNode, chapter: Chapter, around: ChapterContext): Promise<ChildNode[]> {
  if (node.type === 'text') return [node];
  if (node.type === 'cdata') return node.children;
  if (!isTag(node)) return [];
  const name = localName(node);
  if (!around.styles && isOwnStyle(node)) return [new Element('style', {}, node.children)];
  const dropped = DROPPED_WITH[name];
  if (dropped) around.reportDropped(dropped);
  if (DROPPED.has(name) || EMPTIED.has(name)) return [];
  node.name = name;
  const isDrawing =
    name === 'svg' && !around.styles && !(node.parent && isTag(node.parent) && isInDrawing(node.parent));
  const description = isDrawing ? descriptionOf(node) : '';
  await makeSafe(node, chapter, around);
  if (UNWRAPPED.has(name)) return node.children;
  await cleanAttributes(node, chapter, around);
  const shown = isDrawing ? await pictureOf(node, description, around.placeDrawing) : node;
  if (around.styles || isInDrawing(shown)) return [shown];
  return withPlace(shown.name === 'img' && shown.attribs.src === undefined ? inWords(shown) : shown);
}

/** The description of a missing picture; pandoc would drop both. */
function inWords({ attribs: { id, alt = '' } }: Element): Element {
  return new Element('span', id === undefined ? {} : { id }, [new Text(alt)]);
}

/** Elements whose ids pandoc keeps, and those that can start with an element that has one. */
const PLACES = new Set('span h1 h2 h3 h4 h5 h6 code'.split(' '));
const OPENINGS = new Set(
  'p li td th dt dd blockquote figure figcaption caption div section article main header footer nav aside'.split(
    ' ',
  ),
);

/** Moves the id and the language of an element into separate elements where pandoc would lose them. */
function withPlace(element: Element): ChildNode[] {
  const { id, ...others } = element.attribs;
  if (element.name === 'p' && (id ?? others.lang ?? others.dir) !== undefined) {
    const words = new Element('span', element.attribs, element.children);
    element.attribs = {};
    element.children = [words];
    return [element];
  }
  const isNote = /note/.test(others['epub:type'] ?? '') && others.href === undefined;
  const isAnchor = element.name === 'a' && others.href === undefined;
  if (id === undefined || isNote || isAnchor || PLACES.has(element.name)) return [element];
  element.attribs = others;
  const place = new Element('span', { id });
  if (!OPENINGS.has(element.name)) return [place, element];
  element.children.unshift(place);
  return [element];
}

async function cleanAttributes(element: Element, chapter: Chapter, around: ChapterContext): Promise<void> {
  const given = element.attribs;
  const kept: Record<string, string> = {};
  if (Object.keys(given).some((name) => /^on/i.test(name))) around.reportDropped('scripts');
  for (const [name, value] of Object.entries(given)) if (KEPT.test(name)) kept[name] = value;
  if (given['xml:lang'] && !kept.lang) kept.lang = given['xml:lang'];
  if (kept.id) kept.id = anchorOf(chapter.number, kept.id);
  else if (element.name === 'a' && given.name) kept.id = anchorOf(chapter.number, given.name);
  if (!around.styles) {
    if (kept.style !== undefined && !isInDrawing(element)) {
      around.reportDropped('styles');
      delete kept.style;
    }
    if (given['epub:type']) kept['epub:type'] = given['epub:type'];
  }
  for (const [name, value] of Object.entries(kept)) {
    if (!/url\s*\(/i.test(value)) continue;
    kept[name] = /url\(\s*["']?#/i.test(value)
      ? value.replace(
          /url\(\s*["']?#([\w.-]*)["']?\s*\)/gi,
          (_, id: string) => `url(#${anchorOf(chapter.number, id)})`,
        )
      : ((await around.styles?.inline(value, chapter.path)) ?? '');
  }
  await addReference(element, given, kept, chapter, around);
  element.attribs = kept;
}

async function addReference(
  element: Element,
  given: Readonly<Record<string, string>>,
  kept: Record<string, string>,
  chapter: Chapter,
  around: ChapterContext,
): Promise<void> {
  const reference = given.src ?? given['xlink:href'] ?? given.href;
  if (reference === undefined) return;
  const isPicture = element.name === 'img' || element.name === 'image';
  if (isPicture && /^data:image\/[\w.+-]+[;,]/i.test(reference.trim())) {
    const { placeEmbedded = async (source: string) => source } = around;
    const source = await placeEmbedded(reference.trim());
    if (source !== undefined) kept[element.name === 'img' ? 'src' : 'href'] = source;
    return;
  }
  const target = resolveReference(chapter.path, reference);
  if (!target) return;
  if (isPicture) {
    if ('address' in target) around.reportDropped('outside');
    const name = 'path' in target ? await around.place(target.path) : undefined;
    if (name !== undefined) kept[element.name === 'img' ? 'src' : 'href'] = name;
  } else if ('address' in target) {
    if (element.name === 'a') kept.href = target.address;
  } else {
    const number = around.numbers.get(target.path);
    if (number === undefined) return;
    const anchor = anchorOf(number, target.fragment);
    around.wanted.add(anchor);
    kept.href = `#${anchor}`;
  }
}

export const bodyOf = (root: { children: ChildNode[] }): Element | undefined =>
  DomUtils.findOne((element) => localName(element) === 'body', root.children) ?? undefined;
