import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { parseDocument } from 'htmlparser2';
import { FictionBookBody } from './body.js';
import { Binaries, inlineOf, replaceAnchors, splitAtBreaks } from './inline.js';

const build = (html: string) => new FictionBookBody(new Binaries()).build(parseDocument(html).children);
const wordsOf = (markup: string): string[] =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .match(/[a-z]\w*/gi)
    ?.toSorted() ?? [];

const PAGES: readonly (readonly [name: string, html: string])[] = [
  ['a heading in a quotation', '<blockquote><p>one</p><h3>two</h3><p>three</p></blockquote><p>four</p>'],
  ['a quotation in a quotation', '<blockquote><p>one</p><blockquote><p>two</p></blockquote></blockquote>'],
  ['a table in a quotation', '<blockquote><table><tr><td>one</td></tr></table><hr><p>two</p></blockquote>'],
  ['words alone in a quotation', '<blockquote>one <em>two</em></blockquote>'],
  [
    'a note in a quotation',
    '<blockquote><p>one</p><aside epub:type="footnote" id="n"><p>two</p></aside></blockquote>',
  ],
  [
    'a heading in a note',
    '<aside epub:type="footnote" id="n"><p>one</p><h4>two<br>three</h4><p>four</p><blockquote>five</blockquote></aside>',
  ],
  [
    'blocks in a cell',
    '<table><tr><td><p>one</p><p>two</p></td><td><ul><li>a</li><li>b</li></ul></td></tr></table>',
  ],
  [
    'a table in a cell',
    '<table><caption>zero</caption><tr><td>one<table><tr><td>two</td></tr></table></td></tr></table>',
  ],
  [
    'loose words in a list',
    '<ul>one<li>two<p>three</p><p>four</p><ul><li>five</li></ul>six</li><h3>seven</h3></ul>',
  ],
  [
    'lines of a heading',
    '<h1><div>one</div><div>two</div></h1><figure><figcaption><p>a</p><p>b</p></figcaption></figure>',
  ],
  [
    'addresses',
    '<address>one</address><address>two</address><dl><dt>three</dt><dd>four<p>five</p></dd></dl>',
  ],
];

describe('FictionBookBody', () => {
  it.each(PAGES)('keeps every word of %s once', (_, html) => {
    const { text, notes } = build(html);
    expect(wordsOf(text + notes)).toEqual(wordsOf(html));
  });

  it('gives each link target a unique id, also in notes and quotations, and links to it', () => {
    const { text, notes } = build(
      '<h1 id="top">One</h1><p><a href="#n1">1</a> <a href="#top">top</a> <a href="#x">x</a> <a href="#q">q</a></p><blockquote id="c"><p id="q">quoted</p></blockquote><aside epub:type="footnote" id="n1"><p><span id="x"></span>note</p></aside>',
    );
    const ids = [...(text + notes).matchAll(/ id="(id\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...text.matchAll(/<a l:href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(4);
    expect(ids).toEqual(expect.arrayContaining(targets));
    expect(notes).toContain(
      `<section id="${targets[0]}"><title><p>1</p></title><p id="${targets[2]}">note</p>`,
    );
    expect(text).toContain(`<p id="${targets[3]}">quoted</p></cite>`);
  });

  it('turns headings into subtitles where a section is not allowed', () => {
    expect(build('<blockquote><h2>one</h2><p>two</p></blockquote>').text).toBe(
      '<section><cite><subtitle>one</subtitle><p>two</p></cite></section>\n',
    );
  });
});

const inline = (html: string): string => inlineOf(parseDocument(html).children, new Binaries());
const MANY = 30_000;

describe('replaceAnchors', () => {
  it('links to known targets and turns other links into text', () => {
    const xml = inline(
      '<a href="#a" epub:type="noteref">1</a> <a href="#b">two <i>words</i></a> <a href="http://c/">3</a>',
    );
    expect(replaceAnchors(xml, new Map([['a', 'id1']]))).toBe(
      '<a l:href="#id1" type="note">1</a> two <emphasis>words</emphasis> <a l:href="http://c/">3</a>',
    );
  });

  it('reads many links without an end in linear time', () => {
    const xml = inline('<a href="#a">1</a>').replace('</a>', '').repeat(MANY);
    expect(inLinearTime(() => replaceAnchors(xml, new Map()))).toBe('1'.repeat(MANY));
  });
});

describe('splitAtBreaks', () => {
  it('closes open elements before a line break and opens them again after it', () => {
    expect(splitAtBreaks(inline('<a href="http://c/"><b>one<br>two</b></a>'))).toEqual([
      '<a l:href="http://c/"><strong>one</strong></a>',
      '<a l:href="http://c/"><strong>two</strong></a>',
    ]);
  });

  it.each(['<', '<a'])('reads many “%s” in linear time', (text) => {
    const line = text.repeat(MANY * 10);
    expect(inLinearTime(() => splitAtBreaks(line))).toEqual([line]);
  });
});
