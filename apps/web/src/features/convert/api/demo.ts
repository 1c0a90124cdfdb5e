import type { ConversionView } from '@filemill/api';
import { pause } from '../../../lib/pause.js';
import type { ConversionApi } from '../model/batch-runner.js';
import { DEMO_PREFIX } from './conversion.js';

/** Steps of the specification: 10 percent every 200 ms. */
const STEP_PERCENT = 10;
const STEP_MS = 200;
const HOUR_MS = 3_600_000;
const SAMPLE = 'This is a sample result. Nothing was uploaded and nothing was converted.\n';

/**
 * A converter that converts nothing: it shows how the page works, without a server and without counting.
 *
 * @param now - Unix ms
 */
export function demoApi(now: () => number = Date.now): ConversionApi {
  const orders = new Map<string, { name: string; sizeBytes: number; outputFormat: string }>();
  let count = 0;

  function conversionOf(id: string, progress: number): ConversionView {
    const { name, sizeBytes, outputFormat } = orders.get(id) ?? { name: '', sizeBytes: 0, outputFormat: '' };
    const isDone = progress >= 100;
    return {
      id,
      kind: 'document',
      status: isDone ? 'completed' : 'converting',
      progress,
      stage: isDone ? 'done' : 'converting',
      queuePosition: null,
      inputFormat: '',
      outputFormat,
      options: {},
      originalFileName: name,
      outputFileName: isDone ? `${name.replace(/\.[^.]+$/, '')}-sample.txt` : null,
      originalSize: sizeBytes,
      convertedSize: null,
      processingTime: null,
      createdAt: new Date(now()).toISOString(),
      finishedAt: isDone ? new Date(now()).toISOString() : null,
      expiresAt: new Date(now() + HOUR_MS).toISOString(),
      downloadUrl: isDone ? `data:text/plain,${encodeURIComponent(SAMPLE)}` : null,
      losses: [],
      notes: [],
      error: null,
    };
  }

  return {
    async upload({ files, outputFormat }, _signal, onProgress) {
      count += 1;
      const conversionId = `${DEMO_PREFIX}${count}`;
      const sizeBytes = files.reduce((sum, { size }) => sum + size, 0);
      orders.set(conversionId, { name: files[0]?.name ?? '', sizeBytes, outputFormat });
      onProgress(sizeBytes);
      return { conversionId, eventsUrl: '' };
    },
    async watch({ conversionId }, signal, onChange) {
      for (let progress = 0; progress < 100; progress += STEP_PERCENT) {
        onChange(conversionOf(conversionId, progress));
        await pause(STEP_MS, signal);
      }
      return conversionOf(conversionId, 100);
    },
    erase: async (conversionId) => void orders.delete(conversionId),
  };
}
