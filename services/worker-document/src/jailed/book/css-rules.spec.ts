import { endingSoon } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { fontFacesOf, importsOf, replaceReferences, sectionRules } from './css-rules.js';

const LENGTH = 400_000;
const repeated = (text: string): string => text.repeat(LENGTH / text.length);

describe('importsOf', () => {
  it('finds what is imported, in each of its forms', () => {
    const css = '@import "a.css";@IMPORT url( b.css ) screen;\n@import url("c.css");@import "d.css" {}';
    expect(importsOf(css)).toEqual(['a.css', 'b.css', 'c.css']);
  });

  it.each(['@import ', '@import url(', '@import a ', '@import('])(
    'takes no long time for many “%s”',
    (part) => {
      const css = repeated(part);
      expect(endingSoon(() => importsOf(css))).toEqual([]);
      expect(endingSoon(() => sectionRules(css))).toBe(css);
    },
  );
});

describe('sectionRules', () => {
  it('keeps what styles a chapter, and says of the section what is said of the body', () => {
    const css =
      '@charset "utf-8";@import "a.css";@namespace x "y";@page :first { margin: 0 }@font-face { src: url(a.ttf) }html > body, body.x { color: red }p { margin: 0 }';
    expect(sectionRules(css)).toBe(':scope, :scope.x { color: red }p { margin: 0 }');
  });

  it('keeps rules that have no end', () => {
    expect(sectionRules('@page { margin: 0')).toBe('@page { margin: 0');
    expect(sectionRules('@charset "x" p { margin: 0 }')).toBe('@charset "x" p { margin: 0 }');
  });

  it.each(['@page ', '@page{@page', '@namespace ', '@font-face{', '@font-face ', 'html ', 'html\t>'])(
    'takes no long time for many “%s”',
    (part) => {
      const css = repeated(part);
      expect(endingSoon(() => sectionRules(css))).not.toBe('');
      expect(endingSoon(() => fontFacesOf(css))).toEqual([]);
    },
  );

  it('takes no long time for white space behind a name', () => {
    const css = `html${repeated(' ')}x`;
    expect(endingSoon(() => sectionRules(css))).toBe(`:scope${repeated(' ')}x`);
  });
});

describe('replaceReferences', () => {
  const named = (css: string) => replaceReferences(css, async (reference) => `<${reference}>`);

  it('replaces references in each of their forms', async () => {
    const css = `a{b:url(c.png);d:URL( "e f.png" );g:url('h.png' )}`;
    expect(await named(css)).toBe(`a{b:url("<c.png>");d:url("<e f.png>");g:url("<h.png>")}`);
  });

  it('keeps what holds its content itself', async () => {
    const css = `a{b:url("data:image/png;base64,${'A'.repeat(4_000)}")}`;
    expect(await named(css)).toBe(css);
  });

  it.each(['url(', 'url("', `url("a"url('b'`, 'url(a ', 'url( '])(
    'takes no long time for many “%s”',
    async (part) => {
      const css = repeated(part);
      expect(await endingSoon(() => named(css))).toBe(css);
    },
  );

  it('takes no long time for white space without an end', async () => {
    const css = `url(${repeated(' ')}`;
    expect(await endingSoon(() => named(css))).toBe(css);
  });
});
