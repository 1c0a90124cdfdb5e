import { inLinearTime } from '@filemill/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { featuresOf } from './web-page.js';

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
