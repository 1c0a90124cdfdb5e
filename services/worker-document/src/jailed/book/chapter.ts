import { type ChildNode, Element, isTag, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { resolveReference } from './container.js';
import { descriptionOf, isHarmlessStyle, isInDrawing, pictureOf } from './drawing.js';
import { DROPPED_WITH, type ReportDropped } from './dropped.js';
import { localName } from './package-document.js';
import type { PlaceFile, Styles } from './styles.js';

/** Elements that run, load or request something; they are removed with their content. */
const DROPPED = new Set(
  'script style link meta base title iframe frame frameset object embed applet param form input button select textarea portal fencedframe template noscript foreignobject animate set handler'.split(
    ' ',
  ),
);
/** Elements that are replaced by their content, which is meant for readers that cannot play them. */
const UNWRAPPED = new Set(['audio', 'video', 'picture', 'switch', 'case', 'default', 'canvas']);
/** Sources and tracks of such elements, which are removed too. */
const EMPTIED = new Set(['source', 'track']);
/** Attributes that are kept: they describe style, structure or names. References are checked separately. */
const KEPT_ATTRIBUTES =
  /^(?:id|class|lang|dir|title|alt|width|height|colspan|rowspan|span|start|type|value|align|valign|border|cellpadding|cellspacing|style|reversed|scope|role|cite|datetime|color|face|size|clear|bgcolor|hspace|vspace|nowrap|rules|frame|summary|open|viewbox|preserveaspectratio|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|points|transform|offset|version|fill(?:-.*)?|stroke(?:-.*)?|stop-.*|clip-.*|font-.*|text-.*|letter-spacing|opacity|gradient.*|pattern.*|spread.*|mask.*|marker.*|display|visibility|mathvariant|stretchy|columnalign|rowspacing)$/i;

/** One document of the spine while it is converted. */
interface Chapter {
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
  readonly linkedAnchors: Set<string>;
}

/** Anchor of a place in a chapter; without a fragment that of the chapter itself. */
export const anchorOf = (number: number, fragment: string): string =>
  fragment ? `c${number}-${fragment}` : `c${number}`;

/**
 * Removes what runs or loads something external from the children of an element, and turns references to files of the book
 * into links inside the page.
 */
export async function cleanChildren(
  parent: Element,
  chapter: Chapter,
  context: ChapterContext,
): Promise<void> {
  const children: ChildNode[] = [];
  for (const child of parent.children) children.push(...(await cleanNode(child, chapter, context)));
  for (const child of children) child.parent = parent;
  parent.children = children;
}

async function cleanNode(node: ChildNode, chapter: Chapter, context: ChapterContext): Promise<ChildNode[]> {
  if (node.type === 'text') return [node];
  if (node.type === 'cdata') return node.children;
  if (!isTag(node)) return [];
  const name = localName(node);
  if (!context.styles && isHarmlessStyle(node)) return [new Element('style', {}, node.children)];
  const dropped = DROPPED_WITH[name];
  if (dropped) context.reportDropped(dropped);
  if (DROPPED.has(name) || EMPTIED.has(name)) return [];
  node.name = name;
  const isDrawing =
    name === 'svg' && !context.styles && !(node.parent && isTag(node.parent) && isInDrawing(node.parent));
  const description = isDrawing ? descriptionOf(node) : '';
  await cleanChildren(node, chapter, context);
  if (UNWRAPPED.has(name)) return node.children;
  await cleanAttributes(node, chapter, context);
  const shown = isDrawing ? await pictureOf(node, description, context.placeDrawing) : node;
  if (context.styles || isInDrawing(shown)) return [shown];
  return keepAnchor(
    shown.name === 'img' && shown.attribs.src === undefined ? descriptionInstead(shown) : shown,
  );
}

/** The description of a missing picture as text: pandoc would drop both. */
function descriptionInstead({ attribs: { id, alt = '' } }: Element): Element {
  return new Element('span', id === undefined ? {} : { id }, [new Text(alt)]);
}

/** Elements whose ids pandoc keeps, and elements that can start with an empty element that has the id. */
const KEEPS_ID = new Set('span h1 h2 h3 h4 h5 h6 code'.split(' '));
const CAN_START_WITH_ANCHOR = new Set(
  'p li td th dt dd blockquote figure figcaption caption div section article main header footer nav aside'.split(
    ' ',
  ),
);

/** Moves the id and the language of an element into separate elements where pandoc would lose them. */
function keepAnchor(element: Element): ChildNode[] {
  const { id, ...others } = element.attribs;
  if (element.name === 'p' && (id ?? others.lang ?? others.dir) !== undefined) {
    const span = new Element('span', element.attribs, element.children);
    element.attribs = {};
    element.children = [span];
    return [element];
  }
  const isNote = /note/.test(others['epub:type'] ?? '') && others.href === undefined;
  const isAnchor = element.name === 'a' && others.href === undefined;
  if (id === undefined || isNote || isAnchor || KEEPS_ID.has(element.name)) return [element];
  element.attribs = others;
  const anchor = new Element('span', { id });
  if (!CAN_START_WITH_ANCHOR.has(element.name)) return [anchor, element];
  element.children.unshift(anchor);
  return [element];
}

async function cleanAttributes(element: Element, chapter: Chapter, context: ChapterContext): Promise<void> {
  const given = element.attribs;
  const kept: Record<string, string> = {};
  if (Object.keys(given).some((name) => /^on/i.test(name))) context.reportDropped('scripts');
  for (const [name, value] of Object.entries(given)) if (KEPT_ATTRIBUTES.test(name)) kept[name] = value;
  if (given['xml:lang'] && !kept.lang) kept.lang = given['xml:lang'];
  if (kept.id) kept.id = anchorOf(chapter.number, kept.id);
  else if (element.name === 'a' && given.name) kept.id = anchorOf(chapter.number, given.name);
  if (!context.styles) {
    if (kept.style !== undefined && !isInDrawing(element)) {
      context.reportDropped('styles');
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
      : ((await context.styles?.inline(value, chapter.path)) ?? '');
  }
  await addReference(element, given, kept, chapter, context);
  element.attribs = kept;
}

async function addReference(
  element: Element,
  given: Readonly<Record<string, string>>,
  kept: Record<string, string>,
  chapter: Chapter,
  context: ChapterContext,
): Promise<void> {
  const reference = given.src ?? given['xlink:href'] ?? given.href;
  if (reference === undefined) return;
  const isPicture = element.name === 'img' || element.name === 'image';
  if (isPicture && /^data:image\/[\w.+-]+[;,]/i.test(reference.trim())) {
    const { placeEmbedded = async (source: string) => source } = context;
    const source = await placeEmbedded(reference.trim());
    if (source !== undefined) kept[element.name === 'img' ? 'src' : 'href'] = source;
    return;
  }
  const target = resolveReference(chapter.path, reference);
  if (!target) return;
  if (isPicture) {
    if ('address' in target) context.reportDropped('outside');
    const name = 'path' in target ? await context.place(target.path) : undefined;
    if (name !== undefined) kept[element.name === 'img' ? 'src' : 'href'] = name;
  } else if ('address' in target) {
    if (element.name === 'a') kept.href = target.address;
  } else {
    const number = context.numbers.get(target.path);
    if (number === undefined) return;
    const anchor = anchorOf(number, target.fragment);
    context.linkedAnchors.add(anchor);
    kept.href = `#${anchor}`;
  }
}

/** The first body element below a root. */
export const bodyOf = (root: { children: ChildNode[] }): Element | undefined =>
  DomUtils.findOne((element) => localName(element) === 'body', root.children) ?? undefined;
