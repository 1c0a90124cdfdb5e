import { describe, expect, it } from '@jest/globals';
import { rootElement } from './xml-root.js';

const nameOf = (text: string) => rootElement(Buffer.from(text))?.name;

describe('rootElement', () => {
  it.each([
    '<svg/>',
    '<?xml version="1.0"?>\n<!-- a > b -- --><svg width="1"/>',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" 'x>y'><svg/>`,
    `<!DOCTYPE svg [ <!ENTITY a "]>"> <!-- it's ]> a comment --> <!ELEMENT b (c)> ]><svg/>`,
  ])('is found behind what may stand before it: %s', (text) => {
    expect(nameOf(text)).toBe('svg');
  });
  it.each([
    ['comments in a DOCTYPE without an end', `<!DOCTYPE x [${'<!---->'.repeat(9_000)}`],
    ['quotes in a DOCTYPE without an end', `<!DOCTYPE x [${`"'"'`.repeat(16_000)}`],
    ['comments without an end', '<!--'.repeat(16_000)],
    ['a comment without an end behind many', `${'<!---->'.repeat(9_000)}<!--`],
    ['tags in a DOCTYPE', `<!DOCTYPE x [${'<a>'.repeat(20_000)}`],
    ['white space', ' \n'.repeat(32_000)],
  ])('is not looked for without end: %s', (_, text) => {
    expect(nameOf(text)).toBeUndefined();
  });
});
