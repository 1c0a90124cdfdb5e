import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type Decoded, decode } from './look.js';

/**
 * For refusing a structure, and for drawing what remains after cleaning: above the 5 s of docs/security.md, G3, for a
 * machine that does other work; below the time limit of a picture.
 */
const LIMIT_MS = 25_000;
const SECRET = [255, 0, 255];

let folder: string;
let converter: Converter;
let listener: Server;
let requests: string[];
let serverUrl: string;

beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url));
  folder = converter.folder;
  requests = [];
  const [r = 0, g = 0, b = 0] = SECRET;
  const secret = sharp({ create: { width: 40, height: 40, channels: 3, background: { r, g, b } } });
  const bytes = await secret.png().toBuffer();
  await writeFile(join(folder, 'secret.png'), bytes);
  await writeFile(join(folder, 'secret.txt'), 'SECRET');
  await writeFile(join(folder, 'secret.svg'), svg(`<rect id="s" width="40" height="40" fill="#f0f"/>`));
  listener = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(bytes);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  serverUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await converter.close();
  await new Promise((resolve) => listener.close(resolve));
});

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (body: string, before = '', attributes = ''): string =>
  `${before}<svg ${NAMESPACES} ${attributes} width="40" height="40"><rect width="40" height="40" fill="#fff"/>${body}</svg>`;

async function draw(text: string): Promise<{ seen: Decoded; ms: number }> {
  const input = join(folder, 'in.svg');
  await writeFile(input, text);
  const startedAt = performance.now();
  const { outputs } = await converter.convert({ ownerKey: 'one owner', input, from: 'svg', to: 'png' });
  const ms = performance.now() - startedAt;
  return { seen: await decode(outputs[0]?.path as string, 'png'), ms };
}

async function refusalOf(text: string): Promise<{ code: string; ms: number }> {
  const startedAt = performance.now();
  const code = await draw(text).then(
    () => 'drawn',
    (error: { code: string }) => error.code,
  );
  return { code, ms: performance.now() - startedAt };
}

const isWhite = ({ rgb }: Decoded): boolean => rgb.every((value) => value > 250);
const isBlank = async (text: string): Promise<boolean> => isWhite((await draw(text)).seen);

/** Drawings with a reference to an external file, by the kind of the reference. */
const REFERENCES: Record<string, (target: string) => string> = {
  image: (target) => svg(`<image href="${target}" width="40" height="40"/>`),
  'xlink image': (target) => svg(`<image xlink:href="${target}" width="40" height="40"/>`),
  'image behind an entity': (target) =>
    svg(`<image href="&t;" width="40" height="40"/>`, `<!DOCTYPE svg [<!ENTITY t "${target}">]>`),
  'image behind character references': (target) =>
    svg(`<image href="${[...target].map((c) => `&#${c.charCodeAt(0)};`).join('')}" width="40" height="40"/>`),
  use: (target) => svg(`<use href="${target}#s"/>`),
  'filter image': (target) =>
    svg(
      `<filter id="f"><feImage href="${target}"/></filter><rect width="40" height="40" filter="url(#f)" fill="#fff"/>`,
    ),
  'style attribute': (target) => svg(`<rect width="40" height="40" style="fill:url('${target}#s') #fff"/>`),
  'style import': (target) => svg(`<style>@import url("${target}"); rect{fill:#fff}</style>`),
  'style escape': (target) => svg(`<style>@\\69mport "${target}"; </style>`),
  'style sheet instruction': (target) => svg('', `<?xml-stylesheet type="text/css" href="${target}"?>`),
  'foreign object': (target) =>
    svg(
      `<foreignObject width="40" height="40"><img xmlns="http://www.w3.org/1999/xhtml" src="${target}"/></foreignObject>`,
    ),
  script: (target) => svg(`<script href="${target}">fetch("${target}")</script>`),
  'xml:base': (target) => svg(`<image xml:base="${target}" href="secret.png" width="40" height="40"/>`),
  XInclude: (target) =>
    svg(
      `<text y="20" xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${target}" parse="text"/></text>`,
    ),
};

describe('an SVG that refers to external files', () => {
  it.each(Object.keys(REFERENCES))('loads nothing by %s', async (kind) => {
    const make = REFERENCES[kind] as (target: string) => string;
    for (const target of [
      `${serverUrl}/x.png`,
      `file://${folder}/secret.png`,
      `${folder}/secret.svg`,
      'secret.txt',
      '../in/in-1',
    ]) {
      expect(`${target} ${await isBlank(make(target))}`).toBe(`${target} true`);
    }
    expect(requests).toEqual([]);
  });

  it.each([
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
    `<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]>`,
    `<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`,
    `<!DOCTYPE svg [<!ENTITY x PUBLIC "x" "http://127.0.0.1/x">]>`,
  ])('is refused for its entities: %s', async (doctype) => {
    const { code, ms } = await refusalOf(svg('<text y="20">&x;&b;</text>', doctype));
    expect(code).toBe('FILE_CORRUPT');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('is drawn with a picture that it embeds', async () => {
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f0f' } })
      .png()
      .toBuffer();
    const data = `data:image/png;base64,${bytes.toString('base64')}`;
    expect(await isBlank(svg(`<image href="${data}" width="40" height="40"/>`))).toBe(false);
  });

  it.each([
    `<defs><rect id="r" width="40" height="40" fill="#f0f"/></defs><use href="#r"/>`,
    `<linearGradient id="g"><stop stop-color="#f0f"/></linearGradient><rect width="40" height="40" fill="url(#g)"/>`,
    `<style><![CDATA[ .a > rect { fill: #f0f } ]]></style><g class="a"><rect width="40" height="40"/></g>`,
    `<text x="0" y="30" font-size="30">&#65;&amp;</text>`,
  ])('is drawn with internal references: %s', async (body) => {
    expect(await isBlank(svg(body))).toBe(false);
  });

  it('is drawn with the namespaces of Illustrator', async () => {
    const doctype = `<?xml version="1.0" encoding="utf-8"?><!-- Generator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">]>`;
    expect(await isBlank(svg('<circle r="20"/>', doctype, 'xmlns:i="&ns_ai;"'))).toBe(false);
  });
});

describe('an SVG that expands without end', () => {
  const levels = (make: (i: number) => string): string =>
    Array.from({ length: 12 }, (_, i) => make(i + 1)).join('');
  it.each([
    ['use', levels((i) => `<g id="g${i}">${`<use href="#g${i - 1}"/>`.repeat(10)}</g>`)],
    [
      'patterns',
      levels(
        (i) =>
          `<pattern id="g${i}" width="1" height="1">${`<rect width="9" height="9" fill="url(#g${i - 1})"/>`.repeat(10)}</pattern>`,
      ),
    ],
  ])('is refused for %s', async (_kind, body) => {
    const { code, ms } = await refusalOf(
      svg(`<rect id="g0" width="1" height="1"/>${body}<use href="#g12"/>`),
    );
    expect(code).toBe('FILE_CORRUPT');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('is refused for its nesting depth', async () => {
    const { code, ms } = await refusalOf(svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)));
    expect(code).toBe('FILE_CORRUPT');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('is drawn without elements that refer to each other', async () => {
    const { ms } = await draw(svg(`<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`));
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it.each(['width="100000" height="100000"', 'width="1e9" height="1"'])(
    'is refused for its size: %s',
    async (size) => {
      const { code } = await refusalOf(`<svg ${NAMESPACES} ${size}><rect width="9" height="9"/></svg>`);
      expect(code).toBe('FILE_TOO_LARGE');
    },
  );
});
