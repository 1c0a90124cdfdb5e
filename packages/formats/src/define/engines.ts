import type { Lane } from '@filemill/product';
import type { Category } from './category.js';

/** Programs that convert, and the worker that runs each. */
export const ENGINES = {
  sharp: { worker: 'image' },
  vips: { worker: 'image' },
  ffmpeg: { worker: 'media' },
  archive: { worker: 'document' },
  calibre: { worker: 'document' },
  chromium: { worker: 'document' },
  csv: { worker: 'document' },
  fictionbook: { worker: 'document' },
  fonttools: { worker: 'document' },
  libreoffice: { worker: 'document' },
  pandoc: { worker: 'document' },
  poppler: { worker: 'document' },
} as const satisfies Record<string, { worker: string }>;

export type EngineId = keyof typeof ENGINES;
export type WorkerName = (typeof ENGINES)[EngineId]['worker'];

/** Queue lane in which inputs of a category wait, and the worker that serves it. */
export const LANE_OF: Record<Category, { lane: Lane; worker: WorkerName }> = {
  image: { lane: 'image', worker: 'image' },
  audio: { lane: 'audio', worker: 'media' },
  video: { lane: 'video', worker: 'media' },
  document: { lane: 'document', worker: 'document' },
  presentation: { lane: 'document', worker: 'document' },
  archive: { lane: 'archive', worker: 'document' },
  ebook: { lane: 'ebook', worker: 'document' },
  font: { lane: 'font', worker: 'document' },
};
