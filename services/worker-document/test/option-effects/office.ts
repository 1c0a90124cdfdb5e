import { near, type OptionLook } from '@filemill/worker/proving';
import { expect } from '@jest/globals';
import { run } from '../options-files.js';
import { pagesOf, sizeOf } from '../reading.js';
import { growsAbout, imageOf, pdfText, rawOf, seeMargins, seeOrientation, seePaper } from './shared.js';

const office = (...inputs: string[]): Pick<OptionLook, 'inputs' | 'outputs'> => ({
  inputs,
  outputs: ['pdf'],
});

/** For which a slide is shown in a film. */
const USUAL_FRAME_MS = 3_000;
const secondsOf = (path: string): number =>
  Number(run('/usr/bin/ffprobe', '-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path));

export const OFFICE: Readonly<Record<string, OptionLook>> = {
  paper: { ...office('letter.fodt', 'sheets.fods'), see: seePaper },
  orientation: { ...office('letter.fodt', 'sheets.fods'), see: seeOrientation },
  margins: { ...office('letter.fodt', 'sheets.fods'), see: seeMargins },
  bookmarks: {
    ...office('letter.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/Outlines')).toBe(value),
  },
  comments: {
    ...office('letter.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/Subtype /Text')).toBe(value === 'notes'),
  },
  emptyPages: {
    ...office('right.fodt'),
    see: ({ value, result }) => expect(pagesOf(result.path)).toBe(value ? 3 : 2),
  },
  forms: {
    ...office('form.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/AcroForm')).toBe(value === 'keep'),
  },
  hiddenSlides: {
    ...office('show.fodp'),
    see: ({ value, result }) => expect(pdfText(result.path).includes('Secret slide')).toBe(value),
  },
  notes: {
    ...office('show.fodp'),
    see: ({ value, result }) => expect(pdfText(result.path).includes('Spoken words')).toBe(value),
  },
  imageDpi: {
    ...office('picture.fodt'),
    see: ({ value, result }) => {
      // 900 pixels on five centimetres.
      near(Number(imageOf(result.path)[3]), Math.min(900, (Number(value) * 5) / 2.54), 3);
    },
  },
  lossless: {
    ...office('picture.fodt'),
    see: ({ value, result }) => expect(imageOf(result.path)[8]).toBe(value ? 'image' : 'jpeg'),
  },
  frameMs: {
    inputs: ['show.fodp'],
    outputs: ['mp4', 'mkv'],
    // A film of minutes takes an encoder too long for a test.
    values: [20, 500, 10_000],
    see: async ({ value, result, with: withOther }) => {
      const plain = secondsOf((await withOther(undefined)).path);
      near(secondsOf(result.path), (plain * Number(value)) / USUAL_FRAME_MS, 0.1);
    },
  },
  'libreoffice quality': { ...office('picture.fodt'), see: growsAbout(1, 100) },
  openAt: {
    ...office('letter.fodt'),
    see: ({ value, result }) => {
      const marks = { bookmarks: '/UseOutlines', thumbnails: '/UseThumbs' } as const;
      for (const [name, mark] of Object.entries(marks))
        expect(rawOf(result.path).includes(mark)).toBe(value === name);
    },
  },
  'libreoffice pages': {
    ...office('letter.fodt'),
    values: ['1', '2-', '1,3'],
    see: ({ value, result }) => expect(pagesOf(result.path)).toBe(value === '1' ? 1 : 2),
  },
  pdfa: {
    ...office('letter.fodt', 'sheets.fods'),
    see: ({ value, result }) => {
      const part = /<pdfaid:part>(\d)<\/pdfaid:part>/.exec(rawOf(result.path))?.[1];
      const level = /<pdfaid:conformance>(\w)<\/pdfaid:conformance>/.exec(rawOf(result.path))?.[1];
      expect(part === undefined ? 'none' : `${part}${level?.toLowerCase()}`).toBe(value);
    },
  },
  sheetFit: {
    ...office('wide.fods'),
    see: ({ value, result }) => {
      if (value === 'none') expect(pagesOf(result.path)).toBeGreaterThan(1);
      else expect(pagesOf(result.path)).toBe(1);
      expect(sizeOf(result.path).width > 1_200).toBe(value === 'page');
    },
  },
  tagged: {
    ...office('letter.fodt'),
    see: ({ value, result }) => expect(rawOf(result.path).includes('/StructTreeRoot')).toBe(value),
  },
};
