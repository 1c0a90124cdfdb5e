import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@filemill/errors';
import { childProcessesOf } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  flatOdp,
  flatOds,
  flatOdt,
  htmlWith,
  odsWithFarCell,
  odtParts,
  ooxmlSheet,
  ooxmlSlide,
  ooxmlText,
  rtfWith,
  slowOds,
  zip,
} from './hostile.js';
import { Planted } from './planted.js';
import { picturesOf, textOf } from './reading.js';

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const SECRET = 'PLANTED-SECRET-7391';

/** Less than the limit of a job: what ends so soon has not waited for it, on a busy machine either. */
const SOON_MS = 45_000;
/** A job that needs much of its time and memory ends within a minute; this leaves room for a busy machine. */
const LATEST_MS = 150_000;

let planted: Planted;
beforeAll(async () => {
  planted = await Planted.start(SECRET, textOf);
});
afterAll(() => planted.stop());

const outcome = (name: string, content: Buffer | string, from: string, to = 'pdf'): Promise<string> =>
  planted.outcome(name, content, from, to);
/** Converts an ordinary file. @returns the duration in milliseconds */
const convertNormally = async (): Promise<number> => {
  const startedAt = performance.now();
  await planted.converter.convert({ input: fixture('text.docx'), from: 'docx', to: 'pdf' });
  return performance.now() - startedAt;
};

describe('a document that refers to external files', () => {
  const targets = () => [
    `file://${planted.folder}/secret.txt`,
    `http://127.0.0.1:${planted.port}/x`,
    'file:///etc/passwd',
    '//127.0.0.1/share/x',
  ];

  it.each([
    [
      'odt',
      'section',
      (url: string) =>
        flatOdt(
          `<text:section text:name="s"><text:section-source xlink:href="${url}"/><text:p>stale</text:p></text:section>`,
        ),
    ],
    [
      'odt',
      'picture',
      (url: string) =>
        flatOdt(
          `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${url}"/></draw:frame></text:p>`,
        ),
    ],
    [
      'odt',
      'object',
      (url: string) =>
        flatOdt(
          `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:object xlink:href="${url}"/></draw:frame></text:p>`,
        ),
    ],
    [
      'html',
      'picture',
      (url: string) =>
        htmlWith(
          `<img src="${url}"><link rel="stylesheet" href="${url}"><iframe src="${url}"></iframe><object data="${url}"></object>`,
        ),
    ],
    [
      'rtf',
      'field',
      (url: string) =>
        rtfWith(
          `{\\field{\\*\\fldinst INCLUDEPICTURE "${url}" \\\\d}{\\fldrslt stale}}{\\field{\\*\\fldinst INCLUDETEXT "${url}"}{\\fldrslt stale}}`,
        ),
    ],
    ['docx', 'picture and object', (url: string) => ooxmlText(url)],
    ['xlsx', 'workbook and WEBSERVICE', (url: string) => ooxmlSheet(url)],
    ['ods', 'DDE, WEBSERVICE and link', (url: string) => flatOds(url)],
    ['odp', 'picture, sound and object', (url: string) => flatOdp(url)],
    ['pptx', 'picture and film', (url: string) => ooxmlSlide(fixture('slides.pptx'), url)],
  ])('%s %s includes no other file and opens no connection', async (format, _, make) => {
    for (const target of targets()) {
      const text = await outcome(`references.${format}`, make(target), format);
      expect(text).toContain('harmless');
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('root:x:0');
    }
    expect(planted.connections).toBe(0);
  });

  it('includes no environment variable in its output', async () => {
    const urls = [
      'vnd.sun.star.expand:$PLANTED',
      'vnd.sun.star.expand:${PLANTED}',
      `vnd.sun.star.pkg://file%3A%2F%2F${planted.folder}/secret.txt`,
    ];
    for (const url of urls) {
      const text = await outcome(
        'expand.odt',
        flatOdt(
          `<text:section text:name="s"><text:section-source xlink:href="${url}"/><text:p>stale</text:p></text:section>`,
        ),
        'odt',
      );
      expect(text).toContain('harmless');
      expect(text).not.toContain(SECRET);
    }
  });

  it('keeps pictures that are embedded in the file', async () => {
    for (const from of ['docx', 'odt', 'rtf', 'html']) {
      const { outputs } = await planted.converter.convert({
        input: fixture(`text.${from}`),
        from,
        to: 'pdf',
      });
      expect(picturesOf(outputs[0]?.path as string)).toBeGreaterThan(0);
    }
  });

  it('keeps the text of a CSV cell that looks like a formula', async () => {
    const csv =
      'a,b\n=cmd|\'/c calc\'!A1,+49\n@SUM(1),-1+2\n=WEBSERVICE("http://127.0.0.1/"),0123456789012345678\n';
    const text = await outcome('formula.csv', csv, 'csv', 'xlsx');
    for (const cell of [
      "=cmd|'/c calc'!A1",
      '+49',
      '@SUM(1)',
      '-1+2',
      '=WEBSERVICE(',
      '0123456789012345678',
    ]) {
      expect(text).toContain(cell);
    }
  });
});

describe('a document with a macro', () => {
  it('converts, and the macro is not run', async () => {
    const script = `Sub Main\nOpen "/job/out/out.pdf" For Output As #1\nPrint #1, "${SECRET}"\nShell("/usr/bin/touch /job/out/ran")\nEnd Sub`;
    const library =
      '<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">' +
      '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="M"/></library:library>';
    const document = zip(undefined, {
      ...odtParts(
        '<text:p>harmless</text:p>',
        '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>',
      ),
      'Basic/script-lc.xml':
        '<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd"><library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>',
      'Basic/Standard/script-lb.xml': library,
      'Basic/Standard/M.xml': `<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd"><script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" script:language="StarBasic">${script.replaceAll('"', '&quot;')}</script:module>`,
    });
    const text = await outcome('macro.odt', document, 'odt');
    expect(text).toContain('harmless');
    expect(text).not.toContain(SECRET);
  });
});

describe('a text in an old encoding', () => {
  it('keeps its letters', async () => {
    expect(await outcome('old.txt', Buffer.from('caf\xe9 na\xefve\n', 'latin1'), 'txt')).toContain(
      'café naïve',
    );
  });
});

describe('a file that does not match its name or is invalid', () => {
  it.each([
    ['a shell script named docx', 'UNSUPPORTED_FORMAT', 'docx', () => '#!/bin/sh\necho hi\n'],
    ['a text named docx', 'UNSUPPORTED_FORMAT', 'docx', () => 'only words'],
    ['an empty file', 'UNSUPPORTED_FORMAT', 'docx', () => ''],
    [
      'random bytes',
      'UNSUPPORTED_FORMAT',
      'doc',
      () => Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 256)),
    ],
    ['a program named txt', 'UNSUPPORTED_FORMAT', 'txt', () => readFileSync('/usr/bin/true')],
    ['a docx named odt', 'UNSUPPORTED_FORMAT', 'odt', () => readFileSync(fixture('text.docx'))],
    ['a truncated pdf', 'FILE_CORRUPT', 'pdf', () => readFileSync(fixture('text.pdf')).subarray(0, 9_000)],
    [
      'a zip bomb in a docx',
      'FILE_TOO_LARGE',
      'docx',
      () => zip(fixture('text.docx'), { 'word/media/bomb.bin': Buffer.alloc(60_000_000) }),
    ],
  ])('%s is refused with %s', async (_, code, from, content) => {
    const startedAt = performance.now();
    expect(await outcome(`mislabelled.${from}`, content(), from, from === 'txt' ? 'pdf' : 'txt')).toBe(code);
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  });

  it('is refused with FILE_ENCRYPTED if it has a password', async () => {
    const locked = join(planted.folder, 'locked.pdf');
    execFileSync('/usr/bin/qpdf', ['--encrypt', 'user', 'owner', '256', '--', fixture('text.pdf'), locked]);
    expect(await outcome('locked.pdf', readFileSync(locked), 'pdf', 'txt')).toBe('FILE_ENCRYPTED');
    expect(await outcome('locked.pdf', readFileSync(locked), 'pdf', 'png')).toBe('FILE_ENCRYPTED');
  });
});

describe('a document with an Office password', () => {
  it.each(['doc', 'xls', 'odt'])('is refused with FILE_ENCRYPTED as %s', async (format) => {
    const content = readFileSync(fixture(`locked.${format}`));
    expect(await outcome(`locked.${format}`, content, format)).toBe('FILE_ENCRYPTED');
  });
});

describe('a document that needs too much memory or time', () => {
  it('ends within its memory limit, and the next document converts', async () => {
    const cell =
      '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1000"/>';
    const row = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
    const startedAt = performance.now();
    const result = await outcome('bomb.ods', flatOds('', row), 'ods');
    expect(result).toBe('FILE_TOO_LARGE');
    expect(performance.now() - startedAt).toBeLessThan(LATEST_MS);
    expect(await convertNormally()).toBeLessThan(SOON_MS);
  });

  it('is refused if its CSV would have 17,000 million cells, which a colour in the last cell does not cause', async () => {
    const startedAt = performance.now();
    const value = odsWithFarCell('office:value-type="float" office:value="1"');
    expect(await outcome('far.ods', value, 'ods', 'csv')).toBe('FILE_TOO_LARGE');
    expect((await outcome('red.ods', odsWithFarCell(''), 'ods', 'csv')).trim()).toBe('harmless');
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  });

  it('stops soon after a cancellation, and the next document converts', async () => {
    const abort = new AbortController();
    const input = planted.write('slow.ods', slowOds());
    const running = planted.converter.convert({ input, from: 'ods', to: 'pdf', signal: abort.signal });
    setTimeout(() => abort.abort(new AppError('CANCELLED')), 500);
    const startedAt = performance.now();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
    await convertNormally();
  });
});

describe('a LibreOffice server that is killed', () => {
  const officePids = (): number[] => childProcessesOf('office-fork');

  it('while it is idle is replaced, and the job is done', async () => {
    for (const pid of officePids()) process.kill(pid, 'SIGKILL');
    await convertNormally();
  });

  it('during a job is replaced, and the new server does the job', async () => {
    const running = planted.converter.convert({ input: fixture('slides.ppt'), from: 'ppt', to: 'pptx' });
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (const pid of officePids()) process.kill(pid, 'SIGKILL');
    expect((await running).outputs).toHaveLength(1);
  });
});
