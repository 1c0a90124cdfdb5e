import { describe, expect, it } from '@jest/globals';
import { rootElement } from './xml-root.js';

const nameOf = (text: string) => rootElement(Buffer.from(text))?.name;

describe('rootElement', () => {
  it.each([
    '<svg/>',
    '<?xml version="1.0"?>\n<!-- a > b -- --><svg width="1"/>',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" 'x>y'><svg/>`,
    `<!DOCTYPE svg [ <!ENTITY a "]>"> <!-- it's ]> a comment --> <!ELEMENT b (c)> ]><svg/>`,
  ])('is found after everything allowed before it: %s', (text) => {
    expect(nameOf(text)).toBe('svg');
  });

  it('has attributes in both kinds of quotes, and does not resolve entities', () => {
    const root = rootElement(Buffer.from(`<s:svg width = "1" a:b='"' height="&x;"/>`));
    expect(root?.name).toBe('svg');
    expect([...(root?.attributes ?? [])]).toEqual([
      ...[
        ['width', '1'],
        ['a:b', '"'],
        ['height', '&x;'],
      ],
    ]);
  });

  it.each([
    ['comments in a DOCTYPE without an end', `<!DOCTYPE x [${'<!---->'.repeat(9_000)}`],
    ['quotes in a DOCTYPE without an end', `<!DOCTYPE x [${`"'"'`.repeat(16_000)}`],
    ['comments without an end', '<!--'.repeat(16_000)],
    ['a comment without an end behind many', `${'<!---->'.repeat(9_000)}<!--`],
    ['tags in a DOCTYPE', `<!DOCTYPE x [${'<a>'.repeat(20_000)}`],
    ['white space', ' \n'.repeat(32_000)],
    ['DOCTYPEs without an end', '<!DOCTYPE'.repeat(20_000)],
    ['instructions without an end', '<?'.repeat(60_000)],
    ['a name without an end', `<${'-'.repeat(200_000)}`],
    ['an attribute without a quote', `<svg ${'-'.repeat(200_000)}="`],
    ['attributes without an end', `<svg${' a="b"'.repeat(30_000)}`],
    ['white space behind attributes', `<svg${' a="b"\n'.repeat(30_000)}!`],
  ])('is searched for in linear time: %s', (_, text) => {
    expect(nameOf(text)).toBeUndefined();
  });
});
