import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { repackLines } from './texts.js';
import { repackXml } from './xml.js';

const folder = mkdtempSync(join(tmpdir(), 'repack-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function repacked(format: string, text: string | Buffer): string {
  const work = { input: join(folder, 'in'), output: join(folder, 'out'), folder };
  writeFileSync(work.input, text);
  const whole = { ...work, leftMs: () => 1, onProgress: () => undefined };
  if (['yaml', 'toml', 'ini', 'rst'].includes(format)) repackLines(whole, format);
  else repackXml(whole, format);
  return readFileSync(work.output, 'utf8');
}

describe('repackXml', () => {
  it('keeps a byte order mark of UTF-8', () => {
    expect(repacked('xml', '\ufeff<a  b=""/>')).toBe('\ufeff<a b=""/>');
  });

  const list = (attribute: string) =>
    `<plist version="1.0"${attribute}>\n\t<dict>\n\t\t<key> a </key>\n\t\t<string>\n</string>\n\t</dict>\n</plist>`;
  it('drops white space between elements where a format says that it means nothing', () => {
    expect(repacked('plist', list(''))).toBe(
      '<plist version="1.0"><dict><key> a </key><string>\n</string></dict></plist>',
    );
    expect(repacked('xml', list(''))).toBe(list(''));
  });

  it.each([
    ['asks to keep white space', list(' xml:space="preserve"')],
    ['is signed', list(' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"')],
    ['is not well-formed', '<a  ><b></a>\r\n'],
    ['has two roots', '<a  /><a  />'],
    ['has text behind its root', '<a  />\r\ntext'],
    ['ends too early', '<a  ><!-- '],
    ['defines entities', '<!DOCTYPE a [<!ENTITY b "  ">]>\r\n<a  >&b;</a>'],
    ['is a web page', '<html  ><script  ></script></html>\r\n'],
    ['is XML 1.1', '<?xml version="1.1"?>\r\n<a  />'],
    ['has letters that look like marks', '<?xml version="1.0" encoding="ISO-2022-JP"?>\r\n<a  />'],
    ['is no XML', 'a < b  '],
  ])('gives back a file that %s', (_, text) => {
    expect(repacked('plist', text)).toBe(text);
  });

  it('gives back a long text of tags that nothing closes', () => {
    const text = `<a>${'<b  c="'.repeat(200_000)}`;
    expect(repacked('xml', text)).toBe(text);
    const open = '<a >'.repeat(200_000);
    expect(repacked('xml', open)).toBe(open);
  });
});

describe('repackLines', () => {
  it.each([
    ['yaml', 'a: 1  \r\nb:   \n  - "x"\t\n', 'a: 1\r\nb:\n  - "x"\n'],
    ['toml', 'a = 1  \n', 'a = 1\n'],
    ['ini', '[a]  \nb = c  \n', '[a]\nb = c\n'],
    ['rst', 'Title  \n=====\n   \ntext\t\n', 'Title\n=====\n\ntext\n'],
  ])('removes blanks at the ends of lines of %s', (format, text, smaller) => {
    expect(repacked(format, text)).toBe(smaller);
  });

  it.each([
    ['yaml', 'a: |\n  line  \n  next\n'],
    ['toml', 'a = """\nline  \n"""\n'],
    ['yaml', 'a: [1  \n'],
    ['yaml', Buffer.from('a: caf\xe9  \n', 'latin1')],
  ])('gives back %s whose values would change or cannot be read', (format, text) => {
    expect(repacked(format, text)).toBe(text.toString('utf8'));
  });
});
