import { ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zip } from './hostile.js';
import { storedFile } from './old-files.js';
import { Planted } from './planted.js';
import { textOf } from './reading.js';

const SECRET = 'PLANTED-SECRET-7391';
/**
 * What may become of a file that is damaged beyond repair. LibreOffice draws noise of WordPerfect for half a minute of CPU
 * time, which on a busy machine is more than the limit of a job.
 */
const REFUSALS = ['FILE_CORRUPT', 'UNSUPPORTED_FORMAT', 'ENGINE_FAILED', 'FILE_TOO_LARGE', 'ENGINE_TIMEOUT'];
/** One format of each library that reads old files. */
const FORMATS = ['wpd', 'wps', 'wri', 'hwp', 'pages', 'numbers', 'key', 'qpw', 'sdw', 'sxw'];
const DRAWINGS = ['sda', 'sxd', 'vsd', 'vsdx', 'pub', 'dxf', 'emf', 'wmf', 'pct'];
/** Of engines of their own, and of libraries that read rare files. */
const RARE = ['lwp', 'cwk', '123', 'wdb', 'dbf', 'xps', 'cdr', 'zmf', 'pmd', 'met', 'cgm', 'msg', 'mhtml'];
const FORMATS_A_DAY = 5;
const MARK_BYTES = 600;
/** A job ends within a minute; this leaves room for a busy machine. */
const SLOWEST_MS = 150_000;

let planted: Planted;
beforeAll(async () => {
  planted = await Planted.start(SECRET, textOf);
});
afterAll(() => planted.stop());

/** The same bytes in every run. */
const noise = (bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7_919 + (at >> 3) * 104_729) % 256));

describe.each(ofToday([...FORMATS, ...DRAWINGS, ...RARE], FORMATS_A_DAY))('a damaged file: %s', (format) => {
  const damages: readonly (readonly [name: string, damage: (file: Buffer) => Buffer])[] = [
    ['the half of it', (file) => file.subarray(0, file.length / 2)],
    ['its first bytes', (file) => file.subarray(0, MARK_BYTES)],
    ['noise behind its mark', (file) => Buffer.concat([file.subarray(0, MARK_BYTES), noise(20_000)])],
  ];
  it.each(damages)('%s is converted or refused, in time', async (_, damage) => {
    const startedAt = performance.now();
    const result = await planted.outcome(`damaged.${format}`, damage(storedFile(format)), format, 'pdf');
    if (/^[A-Z_]+$/.test(result)) expect(REFUSALS).toContain(result);
    expect(performance.now() - startedAt).toBeLessThan(SLOWEST_MS);
  });
});

const DRAW = 'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';
const OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"';
const LINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const SVG = 'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"';
const TEXT = 'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"';

const frame = (body: string): string =>
  `<draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="3cm">${body}</draw:frame>`;
const fodg = (url: string): string =>
  `<?xml version="1.0"?><office:document ${[OFFICE, DRAW, LINK, SVG, TEXT].join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.graphics"><office:body><office:drawing><draw:page draw:name="p">${frame('<draw:text-box><text:p>harmless</text:p></draw:text-box>')}${frame(`<draw:image xlink:href="${url}"/>`)}${frame(`<draw:object xlink:href="${url}"/>`)}</draw:page></office:drawing></office:body></office:document>`;
const abw = (url: string): string =>
  `<?xml version="1.0"?><abiword xmlns="http://www.abisource.com/awml.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"><section><p>harmless</p><p><image dataid="${url}"/><a xlink:href="${url}">link</a></p></section></abiword>`;
const slk = (url: string): string => `ID;P\nC;Y1;X1;K"harmless"\nC;Y2;X1;K"stale";EWEBSERVICE("${url}")\nE\n`;
const sxw = (url: string): Buffer =>
  zip(undefined, {
    mimetype: 'application/vnd.sun.xml.writer',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="http://openoffice.org/2000/office" xmlns:text="http://openoffice.org/2000/text" xmlns:draw="http://openoffice.org/2000/drawing" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="http://www.w3.org/2000/svg" office:class="text" office:version="1.0"><office:body><text:p>harmless</text:p><text:p><draw:image svg:width="3cm" svg:height="3cm" xlink:href="${url}" xlink:type="simple"/></text:p><text:section text:name="s"><text:section-source xlink:href="${url}"/><text:p>stale</text:p></text:section></office:body></office:document-content>`,
    'META-INF/manifest.xml':
      '<?xml version="1.0"?><manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"><manifest:file-entry manifest:media-type="application/vnd.sun.xml.writer" manifest:full-path="/"/><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="content.xml"/></manifest:manifest>',
  });

describe('an old file that refers to external files', () => {
  it.each([
    ['fodg', fodg],
    ['abw', abw],
    ['slk', slk],
    ['sxw', sxw],
  ] as const)('includes none and opens no connection: %s', async (format, make) => {
    const targets = [
      `file://${planted.folder}/secret.txt`,
      `http://127.0.0.1:${planted.port}/x`,
      'file:///etc/passwd',
    ];
    for (const target of targets) {
      const text = await planted.outcome(`references.${format}`, make(target), format, 'pdf');
      expect(text).toContain('harmless');
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('root:x:0');
    }
    expect(planted.connections).toBe(0);
  });
});
