import render from 'dom-serializer';
import { Element, isTag } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import { localName } from './package-document.js';

/** Elements of a drawing that are not drawn themselves. */
const FRAMES = new Set(['svg', 'g', 'a', 'defs', 'desc', 'metadata']);
const NAMESPACE = 'http://www.w3.org/2000/svg';
/** Characters that a style sheet needs to load something, or to hide that it does. */
const LOADS_OR_ESCAPES = /@|url\s*\(|\\|</i;

/** Whether an element is part of a drawing. */
export function isInDrawing(element: Element): boolean {
  for (let at: Element['parent'] = element; at && isTag(at); at = at.parent) {
    if (localName(at) === 'svg') return true;
  }
  return false;
}

/** Whether an element is a style sheet in a drawing that loads nothing. */
export const isHarmlessStyle = (element: Element): boolean =>
  localName(element) === 'style' &&
  isInDrawing(element) &&
  !LOADS_OR_ESCAPES.test(DomUtils.textContent(element));

/** A drawing's description, determined before it was cleaned: its title, its description, or its text. */
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
 * Replaces an inline drawing by a picture: pandoc would make a file of it that no reader shows.
 *
 * @param svg - already cleaned
 * @param placeDrawing - writes the drawing to a file of its own
 */
export async function pictureOf(
  svg: Element,
  description: string,
  placeDrawing: (svg: string) => Promise<string | undefined>,
): Promise<Element> {
  const inner = DomUtils.findAll((element) => !FRAMES.has(element.name), svg.children);
  const [only] = inner;
  const { id, ...attribs } = svg.attribs;
  // A picture of a whole page is often wrapped in a drawing, to fit the screen.
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
