import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DomUtils, parseDocument } from 'htmlparser2';
import { cleanChildren } from './chapter.js';
import { toPixels } from './pixels.js';

/** The converted body of a chapter, and the drawings that became files. */
async function cleaned(body: string) {
  const drawings: string[] = [];
  const root = parseDocument(`<body>${body}</body>`, { xmlMode: true });
  const element = DomUtils.getElementsByTagName('body', root)[0];
  if (!element) throw new Error('no body');
  await cleanChildren(
    element,
    { path: 'a.xhtml', number: 0 },
    {
      place: async (path) => `picture-${path}`,
      placeDrawing: async (svg) => `drawn-${drawings.push(svg)}`,
      reportDropped: () => undefined,
      numbers: new Map([['a.xhtml', 0]]),
      linkedAnchors: new Set(),
    },
  );
  return { html: DomUtils.getInnerHTML(element, { xmlMode: false }), drawings };
}

describe('an SVG drawing in a page', () => {
  it('becomes a picture if it only wraps one', async () => {
    const { html, drawings } = await cleaned(
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><svg:title>Plate 1</svg:title><svg:g><svg:image xlink:href="p.png" width="9"/></svg:g></svg:svg>',
    );
    expect(html).toBe('<img src="picture-p.png" alt="Plate 1">');
    expect(drawings).toEqual([]);
  });

  it('becomes a separate SVG file otherwise', async () => {
    const { html, drawings } = await cleaned(
      '<p><svg id="s" viewBox="0 0 4 4" onload="x()"><style>.a{fill:red}</style><style>@import "x";</style><script>x()</script><linearGradient id="g"/><path class="a" style="stroke:blue" fill="url(#g)" d="M0 0h4v4z"/></svg></p>',
    );
    expect(html).toBe('<p><span id="c0-s"></span><img src="drawn-1" alt></p>');
    expect(drawings).toEqual([
      '<svg viewBox="0 0 4 4" xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style><linearGradient id="c0-g"/><path class="a" style="stroke:blue" fill="url(#c0-g)" d="M0 0h4v4z"/></svg>',
    ]);
    expect((await toPixels(Buffer.from(drawings[0] ?? ''), '.svg'))?.subarray(1, 4).toString()).toBe('PNG');
  });

  it('gets its text as the alternative text', async () => {
    expect((await cleaned('<svg><text>Fig. 1</text></svg>')).html).toContain('alt="Fig. 1"');
  });
});

describe('toPixels', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => void jest.restoreAllMocks());
  const DRAWING = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');

  it.each([
    ['broken', Buffer.from('<svg'), '.svg'],
    ['of another kind than its name says', DRAWING, '.gif'],
    ['of a kind that nothing here reads', DRAWING, '.bmp'],
  ])('returns nothing for a picture %s', async (_, bytes, extension) => {
    expect(await toPixels(bytes, extension)).toBeUndefined();
  });

  it('reads pictures of several formats in parallel', async () => {
    const made = await Promise.all(['.svg', '.gif', '.svg'].map((extension) => toPixels(DRAWING, extension)));
    expect(made.map((png) => png !== undefined)).toEqual([true, false, true]);
  });
});
