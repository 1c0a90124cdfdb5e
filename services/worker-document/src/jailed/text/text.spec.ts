import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { decodeHtml } from './decode.js';
import { toLua, wordProperties } from './pandoc-fields.js';
import { textToHtml } from './text-to-html.js';
import { featuresOf, readWebPage } from './web-page.js';

describe('textToHtml', () => {
  const bodyOf = (text: string): string => textToHtml(text).html.replace(/^.*<body>\n|\n<\/body>.*$/gs, '');

  it('joins lines that were wrapped at the page width, and keeps the lines of a poem', () => {
    const full = 'a line that goes on to the edge of the page, all of it';
    expect(bodyOf(`${full}\nand ends here.\n\nroses\nviolets\n`)).toBe(
      `<p>${full} and ends here.</p>\n<p>roses<br>violets</p>`,
    );
  });

  it('makes a paragraph of every line if no line is empty', () => {
    expect(bodyOf('one\r\ntwo\rthree')).toBe('<p>one</p>\n<p>two</p>\n<p>three</p>');
  });

  it.each(['Chapter 3', 'Kapitel 1: Die Mühle', 'Глава первая', '第三章', 'EPILOGUE'])(
    'turns %s into a heading',
    (line) => {
      expect(bodyOf(`a\n\n${line}\n\nb`)).toContain(`<h1>${line}</h1>`);
    },
  );

  it('does not change text that only begins like a chapter, nor markup', () => {
    expect(bodyOf('a\n\nParting was hard <b>\n\nb')).toContain('<p>Parting was hard &lt;b&gt;</p>');
  });
});

describe('decodeHtml', () => {
  it.each([
    ['<meta charset="windows-1251">', Buffer.from([0xcf]), 'П'],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">',
      Buffer.from([0x82, 0xa0]),
      'あ',
    ],
    ['<?xml version="1.0" encoding="windows-1251"?>', Buffer.from([0xcf]), 'П'],
    ['<meta charset="no-such-thing">', Buffer.from('é'), 'é'],
    ['', Buffer.from([0xe9]), 'é'],
  ])('decodes a page that declares %s', (head, bytes, letter) => {
    expect(decodeHtml(Buffer.concat([Buffer.from(head), bytes]))).toBe(head + letter);
  });
});

describe('toLua', () => {
  it('escapes every character of a text', () => {
    expect(toLua({ title: '"]]--é', authors: ['a'], level: 2 })).toBe(
      '{title="\\034\\093\\093\\045\\045\\195\\169",authors={"\\097"},level=2}',
    );
  });
});

describe('readWebPage', () => {
  it('keeps words, link targets and embedded pictures, and drops scripts and external files', async () => {
    const { html, properties } = await readWebPage(
      '<html lang=de><head><title>A &amp; B</title><meta name=author content="C"></head><body onload=x()><p id=p>one</p><script>two</script><img src="data:image/png;base64,AA"><img src="/etc/passwd" alt=three><a href="#p">four</a><a href="javascript:x()">five</a></body></html>',
    );
    expect(html).toContain('<p><span id="c0-p">one</span></p>');
    expect(html).toContain(
      '<img src="data:image/png;base64,AA"><span>three</span><a href="#c0-p">four</a><a>five</a>',
    );
    expect(html).not.toMatch(/two|passwd|onload|javascript/);
    expect(properties).toEqual({ language: 'de', title: 'A & B', authors: ['C'] });
  });
});

describe('wordProperties', () => {
  it('reads authors, dates and custom fields', () => {
    const core =
      '<c><dc:creator>A B; C</dc:creator><dc:title>T &lt; U</dc:title><dcterms:created>2024</dcterms:created></c>';
    const custom =
      '<p><property name="date"><vt:lpwstr>1999</vt:lpwstr></property><property name="x"><vt:lpwstr>y</vt:lpwstr></property></p>';
    expect(wordProperties(core, custom)).toEqual({ authors: ['A B', 'C'], title: 'T < U', date: '1999' });
  });

  it('reads a name of white space in linear time', () => {
    const name = `a${' '.repeat(400_000)}b`;
    const core = `<c><dc:creator>${name} ; ; c</dc:creator></c>`;
    expect(inLinearTime(() => wordProperties(core, '<p/>'))).toEqual({ authors: [name, 'c'] });
  });
});

const LENGTH = 400_000;

describe('featuresOf', () => {
  it.each([
    ['<p style = "color: red">', ['styles']],
    ['<link href=a rel="stylesheet">', ['styles']],
    ['<link rel=icon><p>stylesheet', []],
    ['<script>', ['scripts']],
    ['<video src=a><input>', ['media', 'forms']],
    ['<img alt=a src="a.png">', ['outside']],
    ['<img src=" a.png">', ['outside']],
    ['<img src="data:image/png,a">', []],
    ['<img src = "  data:image/png,a">', []],
    ['<img alt="src">', []],
  ])('finds in %s the headings %j', (html, kinds) => {
    expect(featuresOf(html)).toEqual(kinds);
  });

  it.each([
    ['\t<link\tl'],
    ['<img\tsrc=\t'],
    ['<link stylesheer'],
    ['<img src='],
    [' src=', '<img'],
    ['\t', '<img src='],
    ['\t', '<img\tsrc\t'],
  ])('reads many “%s” in linear time', (part, before = '') => {
    const html = before + part.repeat(LENGTH / part.length);
    expect(inLinearTime(() => featuresOf(html)).filter((kind) => kind !== 'outside')).toEqual([]);
  });
});
