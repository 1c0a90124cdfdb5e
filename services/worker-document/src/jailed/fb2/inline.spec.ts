import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { parseDocument } from 'htmlparser2';
import { Binaries, inlineOf, replaceAnchors, splitAtBreaks } from './inline.js';

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
