import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { fontFacesOf, importsOf, replaceReferences, sectionRules } from './styles.js';

const LENGTH = 400_000;
const repeated = (text: string): string => text.repeat(LENGTH / text.length);

describe('importsOf', () => {
  it('finds every form of @import', () => {
    const css = '@import "a.css";@IMPORT url( b.css ) screen;\n@import url("c.css");@import "d.css" {}';
    expect(importsOf(css)).toEqual(['a.css', 'b.css', 'c.css']);
  });

  it.each(['@import ', '@import url(', '@import a ', '@import('])(
    'reads many “%s” in linear time',
    (part) => {
      const css = repeated(part);
      expect(inLinearTime(() => importsOf(css))).toEqual([]);
      expect(inLinearTime(() => sectionRules(css))).toBe(css);
    },
  );
});

describe('sectionRules', () => {
  it('keeps the rules of a chapter and moves those of the body to its section', () => {
    const css =
      '@charset "utf-8";@import "a.css";@namespace x "y";@page :first { margin: 0 }@font-face { src: url(a.ttf) }html > body, body.x { color: red }p { margin: 0 }';
    expect(sectionRules(css)).toBe(':scope, :scope.x { color: red }p { margin: 0 }');
  });

  it('keeps rules without a closing brace', () => {
    expect(sectionRules('@page { margin: 0')).toBe('@page { margin: 0');
    expect(sectionRules('@charset "x" p { margin: 0 }')).toBe('@charset "x" p { margin: 0 }');
  });

  it.each(['@page ', '@page{@page', '@namespace ', '@font-face{', '@font-face ', 'html ', 'html\t>'])(
    'reads many “%s” in linear time',
    (part) => {
      const css = repeated(part);
      expect(inLinearTime(() => sectionRules(css))).not.toBe('');
      expect(inLinearTime(() => fontFacesOf(css))).toEqual([]);
    },
  );

  it('reads white space behind a name in linear time', () => {
    const css = `html${repeated(' ')}x`;
    expect(inLinearTime(() => sectionRules(css))).toBe(`:scope${repeated(' ')}x`);
  });
});

describe('replaceReferences', () => {
  const named = (css: string) => replaceReferences(css, async (reference) => `<${reference}>`);

  it('replaces every form of reference', async () => {
    const css = `a{b:url(c.png);d:URL( "e f.png" );g:url('h.png' )}`;
    expect(await named(css)).toBe(`a{b:url("<c.png>");d:url("<e f.png>");g:url("<h.png>")}`);
  });

  it('keeps data URLs', async () => {
    const css = `a{b:url("data:image/png;base64,${'A'.repeat(4_000)}")}`;
    expect(await named(css)).toBe(css);
  });

  it.each(['url(', 'url("', `url("a"url('b'`, 'url(a ', 'url( '])(
    'reads many “%s” in linear time',
    async (part) => {
      const css = repeated(part);
      expect(await inLinearTime(() => named(css))).toBe(css);
    },
  );

  it('reads endless white space in linear time', async () => {
    const css = `url(${repeated(' ')}`;
    expect(await inLinearTime(() => named(css))).toBe(css);
  });
});
