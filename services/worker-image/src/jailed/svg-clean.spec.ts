import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { cleanSvg } from './svg-clean.js';

const LENGTH = 400_000;
const repeated = (text: string): string => text.repeat(LENGTH / text.length);
const clean = (svg: string): string => inLinearTime(() => cleanSvg(Buffer.from(svg)));
const styled = (css: string): string => clean(`<svg><style>${css}</style></svg>`).slice(12, -14);
const broken = expect.objectContaining({ code: 'FILE_CORRUPT' });

/** The error that a text causes. */
function refusalOf(svg: string): unknown {
  try {
    return clean(svg);
  } catch (error) {
    return error;
  }
}

describe('cleanSvg', () => {
  it.each([
    ['fill:url(#a)', 'fill:url(#a)'],
    ["fill:url( '#a' )", "fill:url( '#a' )"],
    ['fill:url(&quot;#a&quot;)', 'fill:url(&quot;#a&quot;)'],
    ['fill:URL(https://example.org/a)', 'fill:url(#removed)'],
    ["fill:url('https://example.org/a)b');x:y", 'fill:url(#removed);x:y'],
    ["fill:url('#a' https://example.org/a);x:y", 'fill:url(#removed);x:y'],
    ["fill:url('#a);x:url(b)", 'fill:url(#removed);x:url(#removed)'],
    ['fill:url(https://example.org/a', 'fill:url(#removed)'],
    ['fill:url(#a', 'fill:url(#a'],
    ['@import url(a.css);fill:red', ' fill:red'],
    ['@im@import a;port "b.css";fill:red', '@im port &quot;b.css&quot;;fill:red'],
    ['\\75rl(#a)@\\import "a.css"', '75rl(#a) '],
  ])('keeps of the style %s only references inside the file', (css, kept) => {
    expect(styled(css)).toBe(kept);
  });

  it('removes the DOCTYPE and expands its plain entities', () => {
    const subset = `<!-- ] > "' --><!ENTITY a "one"> <!ELEMENT x (y)>`;
    expect(clean(`<!DOCTYPE svg PUBLIC "-//x>y//" '[' [${subset}] ><svg b="&a;"/>`)).toBe('<svg b="one"/>');
    expect(clean('<?xml version="1.0"?><!doctype svg><svg/>')).toBe('<svg/>');
  });

  it.each([
    '<!DOCTYPE svg',
    '<!DOCTYPE svg [',
    '<!DOCTYPE svg [<!-- ]>',
    '<!DOCTYPE svg [ " ]>',
    '<!DOCTYPE svg <x>',
  ])('refuses the DOCTYPE %s, which has no end', (doctype) => {
    expect(refusalOf(`${doctype}<svg/>`)).toEqual(broken);
  });

  it('accepts as white space exactly what XML accepts', () => {
    expect(clean('<svg\n a = "1"\tb=\'2\'\r ><g\n/></svg >')).toBe('<svg a="1" b="2"><g/></svg>');
    expect(refusalOf('<svg\u00a0a="1"/>')).toEqual(broken);
  });

  it.each(['url(', 'url( ', 'url("', `url("a"url('b'`, 'url("a" '])(
    'reads many “%s” in linear time',
    (part) => {
      expect(styled(repeated(part))).toBe('url(#removed)');
    },
  );

  it.each([
    ['<!DOCTYPE\te', '\t-'],
    ['<!DOCTYPE e [', '<!--'],
    ['<!DOCTYPE e [', '<!---->'],
    ['<!DOCTYPE e ', '"-"'],
    ['</a', '\u00a0'],
    ['<a', '\u00a0'],
    ['<a b="', '\u00a0="" b'],
    ['<a', ' b=""'],
    ['<a', ' '],
  ])('reads “%s” with many “%s” in linear time', (start, part) => {
    expect(refusalOf(start + repeated(part))).toEqual(broken);
  });
});
