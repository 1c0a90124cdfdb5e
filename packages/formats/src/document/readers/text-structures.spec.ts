import { describe, expect, it } from '@jest/globals';
import { beginsLikeJson, structureOf } from './text-structures.js';

const structure = (text: string): string | undefined => structureOf(Buffer.from(text), text);

describe('structureOf', () => {
  it.each([
    ['json', '{"a": [1, -2.5e3, "x\\"y", null, {}]}\n'],
    ['json', ' [true, false]'],
    ['xml', '<?xml version="1.0"?>\n<a/>'],
    ['plist', '<?xml version="1.0"?>\n<!DOCTYPE plist PUBLIC "a" "b">\n<plist version="1.0"><dict/></plist>'],
    ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"/>'],
    ['srt', '1\r\n00:00:01,000 --> 00:00:02,000\r\na\r\n'],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n'],
    ['sbv', '0:00:01.000,0:00:02.000\na\n'],
    ['microdvd', '{1}{25}a\n'],
    ['mpl2', '[1][25]a\n'],
    ['subviewer', '[INFORMATION]\n[TITLE]\n'],
    ['lrc', '[ti:a]\n[ar:b]\n[00:01.00]c\n'],
    ['smi', '<SAMI>\n<HEAD>'],
    ['ass', '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\n'],
    ['ssa', '[Script Info]\nScriptType: v4.00\n\n[V4 Styles]\n'],
  ])('finds %s', (format, text) => {
    expect(structure(text)).toBe(format);
  });

  it.each([
    'words',
    '[1] Smith, J. (1999)',
    '[a link](https://example.org/)',
    '[section]\na = 1\n',
    '{curly} words',
    '{"a": 1} and more',
    '{"a" 1}',
    '[1, 2',
    'WEBVTTX\n',
    '1\n2\n3\n',
    '12:30 lunch',
    '<a href="x">y</a>',
    '<?xml version="1.0"?><html/>',
    '[00] zero\n',
  ])('finds nothing in %j', (text) => {
    expect(structure(text)).toBeUndefined();
  });
});

describe('beginsLikeJson', () => {
  it.each(['{"a": [1, {"b', '[1, tr', '[1,', '{"a"'])('accepts %j only if the file goes on', (text) => {
    expect([beginsLikeJson(text, true), beginsLikeJson(text, false)]).toEqual([true, false]);
  });

  it('takes linear time', () => {
    const startedAt = performance.now();
    for (const part of ['[', '{"a":', '"', '[1,', ' ', '\\']) beginsLikeJson(`[${part.repeat(60_000)}`, true);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
