import type { ActivityRow, ConversionView, FormatView, TargetView, UsageView } from '@filemill/api';
import { CATEGORIES, type Category } from '@filemill/product';
import type { Item } from '../features/convert/model/item.js';

/** A file of a given size that takes no memory. */
export function aFile(name: string, sizeBytes = 1000): File {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
}

/** An input format with its targets, all images. */
export const anInput = (format: string, outputs: readonly string[]): FormatView => ({
  format,
  category: 'image',
  label: format.toUpperCase(),
  outputs: outputs.map((id) => aTarget(id)),
  combinesInto: [],
});

/** A format that something can become. */
export const aTarget = (format: string, change: Partial<TargetView> = {}): TargetView => ({
  format,
  category: 'image',
  label: format.toUpperCase(),
  engine: 'sharp',
  steps: [],
  losses: [],
  successRate: null,
  medianMs: null,
  options: {},
  ...change,
});

let count = 0;

/** A listed file that is ready. */
export function anItem(change: Partial<Item> = {}): Item {
  count += 1;
  const file = change.file ?? aFile(`photo-${count}.png`);
  return {
    id: `item-${count}`,
    name: file.name,
    sizeBytes: file.size,
    file,
    status: 'ready',
    input: anInput('png', ['jpg', 'webp']),
    options: {},
    sentBytes: 0,
    stageStartedAt: 0,
    ...change,
  };
}

/** A conversion that has ended well. */
export const aConversion = (change: Partial<ConversionView> = {}): ConversionView => ({
  id: 'conversion',
  kind: 'image',
  status: 'completed',
  progress: 100,
  stage: 'done',
  queuePosition: null,
  inputFormat: 'png',
  outputFormat: 'webp',
  options: {},
  originalFileName: 'photo.png',
  outputFileName: 'photo.webp',
  originalSize: 1000,
  convertedSize: 350,
  processingTime: 0.25,
  createdAt: '2026-11-21T02:00:00.000Z',
  finishedAt: '2026-11-21T02:00:01.000Z',
  expiresAt: '2026-11-21T03:00:00.000Z',
  downloadUrl: '/api/download/conversion?token=t',
  losses: [],
  notes: [],
  error: null,
  ...change,
});

/** A conversion in the lists of its owner, of which the result is there. */
export const anActivityRow = (change: Partial<ActivityRow> = {}): ActivityRow => ({
  id: 'conversion',
  createdAt: '2026-11-21T02:00:00.000Z',
  conversionType: 'image',
  originalFormat: 'png',
  outputFormat: 'webp',
  options: {},
  originalSize: 1000,
  convertedSize: 350,
  processingTime: '0.25',
  status: 'success',
  downloadUrl: '/api/download/conversion?token=t',
  expiresAt: '2026-11-21T03:00:00.000Z',
  workerJobId: null,
  workerId: null,
  ...change,
});

/** Limit of each category and of all together. */
const LIMIT = 50;
const NOTHING = Object.fromEntries(
  CATEGORIES.flatMap((category) => [
    [`${category}Conversions`, 0],
    [`${category}Limit`, LIMIT],
  ]),
) as Record<`${Category}Conversions` | `${Category}Limit`, number>;

/** What is used of a plan with limits of 50. */
export const aUsage = (change: Partial<UsageView> = {}): UsageView => ({
  ...NOTHING,
  conversions: 0,
  limit: LIMIT,
  resetDate: '2026-12-01T00:00:00.000Z',
  dataProcessedMB: 0,
  maxFileSizeMB: 500,
  ...change,
});
