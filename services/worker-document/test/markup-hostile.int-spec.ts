import { readFileSync } from 'node:fs';
import { ofToday } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from './ebook-reading.js';
import { Planted } from './planted.js';

/** Threats T11 and T15 of docs/security.md, for texts whose readers follow names and nested marks. */

const SECRET = 'PLANTED-SECRET-6417';
/** A word of /etc/fonts/fonts.conf, which every jail contains and no output may include. */
const JAIL_FILE_TEXT = 'fontconfig';
/** Of each list. */
const CASES_A_DAY = 6;
/** Less than the limit of a job, on a busy machine too. */
const SOON_MS = 45_000;
const PACKAGES = ['docx', 'odt', 'epub'];

let planted: Planted;
beforeAll(async () => {
  planted = await Planted.start(SECRET, (path, format) =>
    PACKAGES.includes(format) ? run('/usr/bin/unzip', ['-p', path]) : readFileSync(path, 'utf8'),
  );
});
afterAll(() => planted.stop());

const outcome = (content: string, from: string, to: string): Promise<string> =>
  planted.outcome(`hostile.${from}`, content, from, to);
const repeated = (text: string, count: number): string => text.repeat(count);
const nested = (open: string, close: string, levels = 10_000): string =>
  `${repeated(open, levels)}harmless${repeated(close, levels)}`;

const XML = '<?xml version="1.0"?>';
const DOCBOOK = (entities: string, body: string): string =>
  `${XML}<!DOCTYPE article [${entities}]><article><para>harmless ${body}</para></article>`;

/** Every way to name another file, by format. */
const REFERENCES: Readonly<Record<string, (url: string) => string>> = {
  md: (url) =>
    `---\ncover-image: ${url}\ncss: ${url}\nbibliography: ${url}\nheader-includes: ${url}\ninclude-before: ${url}\n---\n\nharmless ![a](${url}) [b](${url})\n\n<iframe src="${url}"></iframe>\n\n<p><img src="${url}"><object data="${url}"></object><iframe src="${url}"></iframe></p>\n\n![c]\n\n[c]: ${url}\n`,
  rst: (url) =>
    `harmless\n\n.. include:: ${url}\n\n.. literalinclude:: ${url}\n\n.. raw:: html\n   :file: ${url}\n\n.. csv-table:: t\n   :file: ${url}\n\n.. image:: ${url}\n\n.. figure:: ${url}\n\n   c\n`,
  org: (url) =>
    `#+SETUPFILE: ${url}\n#+BIBLIOGRAPHY: ${url}\n\nharmless [[${url}]] [[file:${url}]]\n\n#+INCLUDE: "${url}"\n#+INCLUDE: "${url}" src sh\n`,
  adoc: (url) =>
    `= A\n:docinfo: shared\n:docinfodir: ${url}\n:data-uri:\n:allow-uri-read:\n:stylesheet: ${url}\n:source-highlighter: ${url}\n\nharmless image:${url}[] kbd:[a]\n\ninclude::${url}[]\n\nimage::${url}[opts=inline]\n\nvideo::${url}[]\n\n[cols="a"]\n|===\n|include::${url}[]\n|===\n\n....\ninclude::${url}[]\n....\n`,
  tex: (url) =>
    `\\documentclass{article}\\usepackage{listings}\\begin{document}harmless \\input{${url}} \\include{${url}} \\includegraphics{${url}} \\lstinputlisting{${url}} \\verbatiminput{${url}} \\bibliography{${url}} \\addbibresource{${url}}\\end{document}`,
  man: (url) => `.TH A 1\nharmless\n.so ${url}\n.mso ${url}\n.PSPIC ${url}\nend\n`,
  t2t: (url) =>
    `T\nA\nD\n\n%!include: ${url}\n%!include: \`\`${url}\`\`\n%!includeconf: ${url}\n\nharmless [${url}]\n`,
  mediawiki: (url) =>
    `harmless {{${url}}} [[File:${url}]] [[Image:${url}|thumb|a]] <include src="${url}"/>\n`,
  dokuwiki: (url) => `harmless {{${url}}} {{${url}|a}} <file>${'x'}</file>\n`,
  textile: (url) => `harmless !${url}! !${url}(a)!:${url}\n`,
  jira: (url) => `harmless !${url}! [^${url}]\n`,
  muse: (url) => `harmless [[${url}]] [[${url}.png]]\n\n<include file="${url}">\n`,
  haddock: (url) => `harmless <<${url}>>\n`,
  creole: (url) => `harmless {{${url}}} {{${url}|a}}\n`,
  tikiwiki: (url) => `harmless {img src=${url}} {include page=${url}} {{${url}}}\n`,
  twiki: (url) => `harmless <img src="${url}"/> %INCLUDE{"${url}"}%\n`,
  vimwiki: (url) => `harmless {{${url}}} {{file:${url}}}\n`,
  docbook: (url) =>
    `${XML}<!DOCTYPE article SYSTEM "${url}"><article><para>harmless</para><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${url}" parse="text"/><mediaobject><imageobject><imagedata fileref="${url}"/></imageobject></mediaobject></article>`,
  jats: (url) =>
    `${XML}<article xmlns:xlink="http://www.w3.org/1999/xlink"><body><p>harmless <inline-graphic xlink:href="${url}"/></p><fig><graphic xlink:href="${url}"/></fig></body></article>`,
  opml: (url) =>
    `${XML}<opml version="2.0"><head/><body><outline text="harmless ![a](${url})" type="include" url="${url}" _note="![a](${url})"/></body></opml>`,
  ipynb: (url) =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { css: url, 'cover-image': url },
      cells: [
        {
          cell_type: 'markdown',
          id: 'a',
          metadata: {},
          source: [`harmless ![a](${url}) ![b](attachment:${url}) <iframe src="${url}"></iframe>`],
        },
      ],
    }),
};

describe('a markup that names other files', () => {
  it.each(ofToday(Object.keys(REFERENCES), CASES_A_DAY))(
    'brings none of them into an output, and opens no connection: %s',
    async (from) => {
      const urls = [
        '/etc/fonts/fonts.conf',
        '../../etc/fonts/fonts.conf',
        `file://${planted.folder}/secret.txt`,
        '/proc/self/environ',
        `http://127.0.0.1:${planted.port}/x.png`,
      ];
      for (const url of urls) {
        const outputs = url.startsWith('/etc') ? ['html', 'epub', 'docx', 'tex'] : ['html', 'odt'];
        for (const to of outputs.filter((format) => format !== from)) {
          const content = await outcome(REFERENCES[from]?.(url) ?? '', from, to);
          // Of reStructuredText a file of a table that is not there is an error.
          const hasText = content.includes('harmless') || (from === 'rst' && content === 'FILE_CORRUPT');
          expect({ url, to, hasText }).toEqual({ url, to, hasText: true });
          for (const secret of [JAIL_FILE_TEXT, SECRET, 'PATH=']) expect(content).not.toContain(secret);
        }
      }
      expect(planted.connections).toBe(0);
    },
  );
});

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)></svg>';
const SCRIPTS: Readonly<Record<string, string>> = {
  md: `---\ntitle: "harmless ${SCRIPT.replaceAll('"', '')}"\nlang: '"><script>alert(1)</script>'\n---\n\nharmless ${SCRIPT}\n\n${SCRIPT}\n\n<div onclick="alert(1)">a</div>\n\n[a](javascript:alert(1)) [b](data:text/html,a)\n`,
  rst: `harmless\n\n.. raw:: html\n\n   ${SCRIPT}\n\n\`a <javascript:alert(1)>\`_\n`,
  org: `harmless @@html:${SCRIPT}@@\n\n#+BEGIN_EXPORT html\n${SCRIPT}\n#+END_EXPORT\n\n#+HTML: ${SCRIPT}\n\n[[javascript:alert(1)][a]]\n`,
  textile: `harmless\n\n${SCRIPT}\n\n"a":javascript:alert(1)\n`,
  mediawiki: `harmless <nowiki/>${SCRIPT}\n\n[javascript:alert(1) a]\n`,
  dokuwiki: `harmless\n\n<html>${SCRIPT}</html>\n\n<HTML>\n${SCRIPT}\n</HTML>\n\n[[javascript:alert(1)|a]]\n`,
  twiki: `harmless ${SCRIPT}\n\n[[javascript:alert(1)][a]]\n`,
  ipynb: JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      { cell_type: 'markdown', id: 'a', metadata: {}, source: [`harmless ${SCRIPT}\n\n${SCRIPT}`] },
      { cell_type: 'raw', id: 'b', metadata: { format: 'text/html' }, source: [SCRIPT] },
      {
        cell_type: 'code',
        id: 'c',
        execution_count: 1,
        metadata: {},
        source: [],
        outputs: [{ output_type: 'display_data', metadata: {}, data: { 'text/html': [SCRIPT] } }],
      },
    ],
  }),
};

describe('a markup with scripts', () => {
  it.each(Object.keys(SCRIPTS))('has none in its outputs: %s', async (from) => {
    const outputs = ['html', 'epub', 'md', 'docbook', 'mediawiki', 'textile'];
    for (const to of outputs.filter((format) => format !== from)) {
      const content = await outcome(SCRIPTS[from] ?? '', from, to);
      expect(content).toContain('harmless');
      expect(content).not.toMatch(
        /(?<!\\)<(?:script|[^>]*\son\w+\s*=)|(?:href|url)="\s*javascript:|\]\(javascript:/i,
      );
    }
  });
});

const LEVELS = 10_000;
/** An entity of ten of the one before, and so on: ten thousand million letters. */
const BOMB = [...'abcdefghij']
  .map(
    (name, at) => `<!ENTITY ${name} "${at === 0 ? 'x' : repeated(`&${String.fromCharCode(96 + at)};`, 10)}">`,
  )
  .join('');

/** A few kilobytes that take some readers or writers quadratic time, or more. */
const SLOW: readonly (readonly [title: string, format: string, text: string])[] = [
  ['quotes inside each other', 'md', `${repeated('> ', LEVELS)}harmless`],
  ['lists inside each other', 'md', `${repeated('- ', LEVELS)}harmless`],
  ['open brackets', 'md', `${repeated('[', LEVELS)}harmless`],
  ['emphasis that never ends', 'md', `${repeated('**a *b ', LEVELS)} harmless`],
  ['back ticks of all lengths', 'md', Array.from({ length: 500 }, (_, n) => `e${repeated('`', n)}`).join('')],
  ['pictures inside each other', 'md', nested('![', '](a)')],
  ['notes that call themselves', 'md', 'harmless[^1]\n\n[^1]: x[^1][^1]\n'],
  [
    'fields that multiply',
    'md',
    `---\na: &a [x,x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${repeated(`*${String.fromCharCode(97 + at)},`, 9)}x]\n`).join('')}title: *i\n---\n\nharmless\n`,
  ],
  [
    'a table of 200,000 cells',
    'md',
    `|${repeated('a|', 100)}\n|${repeated('-|', 100)}\n${repeated(`|${repeated('b|', 100)}\n`, 2_000)}\nharmless\n`,
  ],
  [
    'lists inside each other',
    'rst',
    Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n)}- a`).join('\n\n'),
  ],
  ['substitutions in a circle', 'rst', '.. |a| replace:: |b|\n.. |b| replace:: |a|\n\nharmless |a|\n'],
  ['a macro that calls itself', 'tex', '\\newcommand{\\foo}{\\foo x}harmless \\foo'],
  [
    'macros that multiply',
    'tex',
    `\\newcommand{\\a}{x}${[...'bcdefghijklmnopqrstuvwxyz'].map((name, at) => `\\newcommand{\\${name}}{\\${String.fromCharCode(97 + at)}\\${String.fromCharCode(97 + at)}}`).join('')}harmless \\z`,
  ],
  ['groups inside each other', 'tex', nested('{', '}')],
  ['quotes inside each other', 'tex', nested('\\begin{quote}', '\\end{quote}')],
  ['macros in a circle', 'org', '#+MACRO: a {{{b}}}{{{b}}}\n#+MACRO: b {{{a}}}{{{a}}}\n\nharmless {{{a}}}\n'],
  ['templates inside each other', 'mediawiki', nested('{{', '}}')],
  ['lists inside each other', 'mediawiki', `${repeated('*', LEVELS)} harmless`],
  ['quotes inside each other', 'dokuwiki', `${repeated('>', LEVELS)} harmless`],
  ['lists inside each other', 'textile', `${repeated('*', LEVELS)} harmless`],
  ['entities that multiply', 'docbook', DOCBOOK(BOMB, '&j;')],
  ['an entity that names itself', 'docbook', DOCBOOK('<!ENTITY a "&b;"><!ENTITY b "&a;">', '&a;')],
  ['sections inside each other', 'docbook', `${XML}<article>${nested('<section>', '</section>')}</article>`],
  [
    'a cell of 10,000 million others',
    'jats',
    `${XML}<article><body><p>harmless</p><table-wrap><table><tr><td colspan="100000" rowspan="100000">x</td></tr></table></table-wrap></body></article>`,
  ],
  [
    'outlines inside each other',
    'opml',
    `${XML}<opml version="2.0"><head/><body>${repeated('<outline text="harmless">', LEVELS)}${repeated('</outline>', LEVELS)}</body></opml>`,
  ],
  ['a huge number', 'ipynb', '{"nbformat":4,"nbformat_minor":1e999999999,"metadata":{},"cells":[]}'],
  ['a macro that calls itself', 'man', '.TH A 1\n.de A\n.A\n..\nharmless\n.A\n'],
  ['strings in a circle', 'man', '.TH A 1\n.ds a \\*b\\*b\n.ds b \\*a\\*a\nharmless \\*a\n'],
  ['open links', 'jira', `${repeated('[a|', 5_000)}harmless`],
  ['lists inside each other', 'creole', `${repeated('*', LEVELS)} harmless`],
];
const STABLE = ['FILE_CORRUPT', 'FILE_TOO_LARGE', 'ENGINE_TIMEOUT'];

describe('a small markup that takes a reader much time', () => {
  it.each(ofToday(SLOW, CASES_A_DAY))(
    'converts, or ends with a known code: %s in %s',
    async (_, from, text) => {
      const result = await outcome(text, from, 'html');
      expect(STABLE.includes(result) || result.includes('<html')).toBe(true);
    },
  );

  it('does not keep the next one waiting', async () => {
    const startedAt = performance.now();
    expect(await outcome('harmless', 'md', 'html')).toContain('harmless');
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  });
});
