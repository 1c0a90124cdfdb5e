import render from 'dom-serializer';
import { Element, isTag } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { localName } from './package-document.js';

/** Elements of a drawing that show nothing themselves. */
const FRAMES = new Set(['svg', 'g', 'a', 'defs', 'desc', 'metadata']);
const NAMESPACE = 'http://www.w3.org/2000/svg';
/** What a style sheet of a drawing needs to reach anything, or to hide that it does. */
const REACHING = /@|url\s*\(|\\|</i;

/** Whether an element stands in a drawing. */
export function isInDrawing(element: Element): boolean {
  for (let at: Element['parent'] = element; at && isTag(at); at = at.parent) {
    if (localName(at) === 'svg') return true;
  }
  return false;
}

/** Whether it is a style sheet of a drawing that rules that drawing alone. */
export const isOwnStyle = (element: Element): boolean =>
  localName(element) === 'style' && isInDrawing(element) && !REACHING.test(DomUtils.textContent(element));

/** What a drawing says in words, asked before it was made safe: its name, its description, or the words in it. */
export function descriptionOf(svg: Element): string {
  const textOf = (name: string): string | undefined => {
    const found = DomUtils.findAll((element) => localName(element) === name, svg.children);
    return (
      found.map((element) => DomUtils.textContent(element).replace(/\s+/g, ' ').trim()).join(' ') || undefined
    );
  };
  return svg.attribs['aria-label'] ?? textOf('title') ?? textOf('desc') ?? textOf('text') ?? '';
}

/**
 * A picture in place of a drawing that stood in the page itself: pandoc would make a file of it that no reader shows.
 *
 * @param svg - made safe already
 * @param placeDrawing - gives the drawing a place as a file of its own
 */
export async function pictureOf(
  svg: Element,
  description: string,
  placeDrawing: (svg: string) => Promise<string | undefined>,
): Promise<Element> {
  const inner = DomUtils.findAll((element) => !FRAMES.has(element.name), svg.children);
  const [only] = inner;
  const { id, ...attribs } = svg.attribs;
  // A picture of a whole page is mostly wrapped into a drawing, to fit the screen.
  const isWrapper = inner.length === 1 && only?.name === 'image';
  const source = isWrapper
    ? only.attribs.href
    : await placeDrawing(
        render(new Element('svg', { ...attribs, xmlns: NAMESPACE }, svg.children), {
          encodeEntities: 'utf8',
        }),
      );
  return new Element('img', {
    ...(id === undefined ? {} : { id }),
    ...(source === undefined ? {} : { src: source }),
    alt: description,
  });
}
