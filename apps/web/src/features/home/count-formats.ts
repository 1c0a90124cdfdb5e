import type { Formats } from '@filemill/api';

/** How many formats take part, as what is uploaded or what is made. */
export const countFormats = (formats: Formats): number =>
  new Set(Object.values(formats).flatMap(({ formats: inputs, output }) => [...inputs, ...output])).size;

/** How many formats can be uploaded. */
export const countInputs = (formats: Formats): number =>
  new Set(Object.values(formats).flatMap(({ formats: inputs }) => inputs)).size;
