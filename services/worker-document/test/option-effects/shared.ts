import { readFileSync } from 'node:fs';
import { PAPERS, type Paper } from '@filemill/formats';
import { grows, near, type Tried } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { run } from '../options-files.js';
import { sizeOf } from '../reading.js';

/** Points of a millimetre. */
export const POINTS = 72 / 25.4;

export const textOf = (path: string): string => readFileSync(path, 'utf8');
export const rawOf = (path: string): string => readFileSync(path, 'latin1');
export const pdfText = (path: string): string => run('/usr/bin/pdftotext', '-layout', path, '-');
export const inZip = (path: string, ...names: string[]): string =>
  run('/usr/bin/unzip', '-p', path, ...names);
export const namesIn = (path: string): string[] => run('/usr/bin/unzip', '-Z1', path).trim().split('\n');

/** By how much the size of the same may differ: programs write times and names, and Brotli packs what it gets at once. */
const SLACK = 1.02;

/** {@link grows}, in spite of this. */
export const growsAbout = (least: unknown, most: unknown) => grows(least, most, SLACK);

/** A word of a PDF, in points. */
interface Word {
  readonly text: string;
  readonly left: number;
  readonly height: number;
}

export function wordsOf(path: string): Word[] {
  const found = run('/usr/bin/pdftotext', '-bbox', path, '-');
  return [
    ...found.matchAll(/xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">([^<]*)/g),
  ].map(([, left, top, bottom, text = '']) => ({
    text,
    left: Number(left),
    height: Number(bottom) - Number(top),
  }));
}

/** Height of the letters of plain text. */
export const letterHeight = (path: string): number =>
  wordsOf(path).find(({ text }) => text === 'old')?.height ?? 0;

export const seePaper = ({ value, result }: Tried): void => {
  const [width, height] = PAPERS[value as Paper].map((hundredths) => (hundredths / 100) * POINTS);
  const seen = sizeOf(result.path);
  near(Math.min(seen.width, seen.height), width ?? 0, 2);
  near(Math.max(seen.width, seen.height), height ?? 0, 2);
};
export const seeOrientation = ({ value, result }: Tried): void => {
  const { width, height } = sizeOf(result.path);
  expect(width > height).toBe(value === 'landscape');
};
export const seeMargins = ({ value, result }: Tried): void =>
  near(Math.min(...wordsOf(result.path).map(({ left }) => left)), Number(value) * POINTS, 4);

/** Columns that pdfimages prints of the first picture of a PDF. */
export const imageOf = (path: string): string[] =>
  (run('/usr/bin/pdfimages', '-list', path).trim().split('\n')[2] ?? '').trim().split(/\s+/);
