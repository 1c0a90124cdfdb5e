import { type ChildNode, Element, isTag, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { descriptionOf, isInDrawing, isOwnStyle, pictureOf } from './drawing.js';
import { DROPPED_WITH, type Tell } from './dropped.js';
import { localName } from './package-document.js';
import { resolveReference } from './paths.js';
import type { Place, Styles } from './styles.js';

/** Elements that run, load or ask for something. Their content goes with them. */
const DROPPED = new Set(
  'script style link meta base title iframe frame frameset object embed applet param form input button select textarea portal fencedframe template noscript foreignobject animate set handler'.split(
    ' ',
  ),
);
/** Elements without which their content is shown: what stands in them is meant for readers that cannot play them. */
const UNWRAPPED = new Set(['audio', 'video', 'picture', 'switch', 'case', 'default', 'canvas']);
const EMPTIED = new Set(['source', 'track']);
/** Attributes that say how something looks or what it is called; references are looked at one by one. */
const KEPT =
  /^(?:id|class|lang|dir|title|alt|width|height|colspan|rowspan|span|start|type|value|align|valign|border|cellpadding|cellspacing|style|reversed|scope|role|cite|datetime|color|face|size|clear|bgcolor|hspace|vspace|nowrap|rules|frame|summary|open|viewbox|preserveaspectratio|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|points|transform|offset|version|fill(?:-.*)?|stroke(?:-.*)?|stop-.*|clip-.*|font-.*|text-.*|letter-spacing|opacity|gradient.*|pattern.*|spread.*|mask.*|marker.*|display|visibility|mathvariant|stretchy|columnalign|rowspacing)$/i;

/** One document of the spine on its way into the page. */
export interface Chapter {
  readonly path: string;
  /** Number in the spine: its ids begin with it. */
  readonly number: number;
}

/** What making chapters safe needs to know of the book. */
export interface Surroundings {
  /** Absent where nothing is to be seen: style attributes are then left out. */
  readonly styles?: Styles;
  readonly place: Place;
  /** Gives a picture that stands in its reference a place of its own; without it it stays there. */
  readonly placeEmbedded?: Place;
  /** Gives a drawing that stands in the page a place of its own. Asked only where nothing is styled. */
  readonly placeDrawing: (svg: string) => Promise<string | undefined>;
  /** Hears of what is left out. */
  readonly tell: Tell;
  /** Number in the spine, by path. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Gets the anchors to which something leads. */
  readonly wanted: Set<string>;
}

/** Anchor of a place in a chapter; the chapter itself without a fragment. */
export const anchorOf = (number: number, fragment: string): string =>
  fragment ? `c${number}-${fragment}` : `c${number}`;

/** Takes out what runs or reaches outside, and turns references to files of the book into ones inside of the page. */
export async function makeSafe(parent: Element, chapter: Chapter, around: Surroundings): Promise<void> {
  const children: ChildNode[] = [];
  for (const child of parent.children) children.push(...(await safe(child, chapter, around)));
  for (const child of children) child.parent = parent;
  parent.children = children;
}

async function safe(node: ChildNode, chapter: Chapter, around: Surroundings): Promise<ChildNode[]> {
  if (node.type === 'text') return [node];
  if (node.type === 'cdata') return node.children;
  if (!isTag(node)) return [];
  const name = localName(node);
  if (!around.styles && isOwnStyle(node)) return [new Element('style', {}, node.children)];
  const dropped = DROPPED_WITH[name];
  if (dropped) around.tell(dropped);
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

/** The description of a picture that is not there: pandoc leaves both out. */
function inWords({ attribs: { id, alt = '' } }: Element): Element {
  return new Element('span', id === undefined ? {} : { id }, [new Text(alt)]);
}

/** Elements whose places pandoc keeps, and those in whose beginning one can be put. */
const PLACES = new Set('span h1 h2 h3 h4 h5 h6 code'.split(' '));
const OPENINGS = new Set(
  'p li td th dt dd blockquote figure figcaption caption div section article main header footer nav aside'.split(
    ' ',
  ),
);

/** The place that an element is, and its language, as elements of their own where pandoc would forget them. */
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

async function cleanAttributes(element: Element, chapter: Chapter, around: Surroundings): Promise<void> {
  const given = element.attribs;
  const kept: Record<string, string> = {};
  if (Object.keys(given).some((name) => /^on/i.test(name))) around.tell('scripts');
  for (const [name, value] of Object.entries(given)) if (KEPT.test(name)) kept[name] = value;
  if (given['xml:lang'] && !kept.lang) kept.lang = given['xml:lang'];
  if (kept.id) kept.id = anchorOf(chapter.number, kept.id);
  else if (element.name === 'a' && given.name) kept.id = anchorOf(chapter.number, given.name);
  if (!around.styles) {
    if (kept.style !== undefined && !isInDrawing(element)) {
      around.tell('styles');
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
  around: Surroundings,
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
    if ('address' in target) around.tell('outside');
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
