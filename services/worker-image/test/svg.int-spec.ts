import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { provePairs } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine } from '../src/engines/svgo.engine.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg>\n<!-- made by hand -->\n';
const BODY = `
  <defs>
    <linearGradient id="fade"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="rgb(0, 0, 255)"/></linearGradient>
  </defs>
  <path   d="M 10.000000 10.000000 L 90.000000 10.000000 L 90.000000 90.000000 C 60 120 40 60 10 90 Z" fill="url(#fade)" stroke="#000000"/>
  <text x="20" y="50" xml:space="preserve">two  spaces</text>
  <circle cx="50" cy="50" r="7.25" style="fill: #ffffff;  opacity: 0.5"/>
`;
const drawing = (more = ''): Buffer =>
  Buffer.from(
    `${HEAD}<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${BODY}${more}</svg>\n`,
  );

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([createEngine], { slots: 1 });
});
afterAll(() => converter.close());

const convert = async (bytes: Buffer, format = 'svg') => {
  const { outputs, losses } = await converter.convertBytes(bytes, { from: format, to: format });
  return { bytes: readFileSync(outputs[0]?.path ?? ''), losses: losses.map(({ code }) => code) };
};
/** Drawn by a program that is not the writer's. */
function pixelsOf(bytes: Buffer): Buffer {
  const file = `${converter.folder}/drawn.svg`;
  writeFileSync(file, bytes);
  return execFileSync('/usr/bin/rsvg-convert', ['-w', '700', file], { maxBuffer: 2 ** 26 });
}

describe('every format of drawings', () => {
  provePairs(
    ({ steps }) => steps.some(({ engine }) => engine === 'svgo'),
    async ({ input: { id } }) => {
      const isPacked = id === 'svgz';
      const { bytes, losses } = await convert(isPacked ? gzipSync(drawing(), { level: 1 }) : drawing(), id);
      expect(losses).toEqual([]);
      expect(pixelsOf(isPacked ? gunzipSync(bytes) : bytes).equals(pixelsOf(drawing()))).toBe(true);
    },
  );
});

describe('an SVG', () => {
  it('becomes smaller, looks the same, and is not changed a second time', async () => {
    const { bytes, losses } = await convert(drawing());
    expect(losses).toEqual([]);
    expect(bytes.length).toBeLessThan(drawing().length * 0.85);
    expect(pixelsOf(bytes).equals(pixelsOf(drawing()))).toBe(true);
    const text = bytes.toString();
    expect(text).not.toContain('<!--');
    for (const kept of ['two  spaces', 'id="fade"', '<circle']) expect(text).toContain(kept);
    expect((await convert(bytes)).bytes.equals(bytes)).toBe(true);
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a handler', '<rect onclick="alert(1)" width="1" height="1"/>'],
    ['foreign content', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">text</p></foreignObject>'],
    ['a picture outside', '<image href="https://example.org/a.png" width="9" height="9"/>'],
  ])('stays as it is with %s, which no output of ours has', async (_, more) => {
    expect((await convert(drawing(more))).bytes.equals(drawing(more))).toBe(true);
  });

  it('keeps the commands of a path that moves', async () => {
    const d = 'M 10.000 10.000 L 20.000 10.000';
    const moving = `<path d="${d}"><animate attributeName="d" dur="1s" to="M 10 20 L 30 10"/></path>`;
    expect((await convert(drawing(moving))).bytes.toString()).toContain(d);
  });

  it('stays packed as SVGZ', async () => {
    const { bytes } = await convert(gzipSync(drawing(), { level: 1 }), 'svgz');
    expect(bytes.length).toBeLessThan(gzipSync(drawing(), { level: 9 }).length);
    expect(pixelsOf(gunzipSync(bytes)).equals(pixelsOf(drawing()))).toBe(true);
  });

  it('is repaired if its end is missing', async () => {
    const cut = drawing().subarray(0, -20);
    const { bytes, losses } = await convert(cut);
    expect(losses).toEqual(['input_damaged']);
    execFileSync('/usr/bin/xmllint', ['--noout', '-'], { input: bytes });
    expect(bytes.toString()).toContain('two  spaces');
  });
});
