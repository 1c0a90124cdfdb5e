import { proveLosses } from '@filemill/worker/proving';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { seededArchives } from './seeded-archives.js';
import { seededBooks } from './seeded-books.js';
import { seededData } from './seeded-data.js';
import { seededDocuments } from './seeded-documents.js';
import { seededFonts } from './seeded-fonts.js';

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter(new URL('../src/engines/', import.meta.url), { slots: 2 });
});
afterAll(() => converter.close());
const folder = (): string => converter.folder;

describe('losses of documents', () => {
  proveLosses(
    seededDocuments(() => converter),
    () => converter,
    50,
  );
});

describe('losses of books', () => {
  proveLosses(seededBooks(folder), () => converter, 50);
});

describe('losses of fonts', () => {
  proveLosses(
    seededFonts(() => converter),
    () => converter,
    12,
  );
});

describe('losses of archives', () => {
  proveLosses(seededArchives(folder), () => converter, 150);
});

describe('losses of data', () => {
  proveLosses(seededData(folder), () => converter, 80);
});
