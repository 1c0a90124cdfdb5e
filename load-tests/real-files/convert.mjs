import { detectFormat, FileByteReader, LANE_OF, registry, resolveFormat } from '@filemill/formats';
import { createConverter } from '@filemill/worker/testing';

/** Output format by input format: the most common one of its family, or another if the input already has it. */
const TARGETS = {
  image: ['webp', 'png'],
  audio: ['mp3', 'wav'],
  video: ['mkv', 'mp4'],
  document: ['pdf', 'txt'],
  presentation: ['pdf'],
  archive: ['tar', 'zip'],
  ebook: ['txt', 'epub'],
  font: ['woff2', 'ttf'],
};
const CONVERSION_MS = 300_000;
/** Characters kept from the beginning and the end of a detail: a stack trace has the cause at its end. */
const KEPT_CHARACTERS = 200;

const shorten = (text) =>
  text.length <= 2 * KEPT_CHARACTERS
    ? text
    : `${text.slice(0, KEPT_CHARACTERS)} … ${text.slice(-KEPT_CHARACTERS)}`;

const targetOf = (format) =>
  TARGETS[registry.format(format).category].find((to) => registry.route(format, to)) ??
  registry.targets(format)[0]?.output.id;

/** @returns the format of a file as the gateway detects it; undefined if it has none of the catalogue */
async function formatOf(path, promised) {
  const reader = await FileByteReader.open(path);
  try {
    const seen = await detectFormat(reader);
    return { seen, format: resolveFormat(seen, promised) };
  } finally {
    await reader.close();
  }
}

/**
 * The workers' engines, each started when a file needs it.
 *
 * @param {string} root - the checkout
 * @param {number} slots - conversions at once
 */
export function createConverters(root, slots) {
  const converters = new Map();
  const converterOf = (worker) => {
    const folder = new URL(`file://${root}/services/worker-${worker}/dist/engines/`);
    if (!converters.has(worker)) converters.set(worker, createConverter(folder, { slots }));
    return converters.get(worker);
  };
  return {
    /** @returns the result of one file: `outcome`, and the error's code and detail where it was not converted */
    async tryFile({ path, promised }) {
      const result = {};
      try {
        Object.assign(result, await formatOf(path, promised));
        const spec = result.format && registry.format(result.format);
        const to = spec && targetOf(spec.id);
        if (!to)
          return {
            ...result,
            outcome: 'refused',
            code: 'UNSUPPORTED_FORMAT',
            detail: `seen: ${result.seen}`,
          };
        result.to = to;
        const converter = await converterOf(LANE_OF[spec.category].worker);
        const request = { input: path, from: spec.id, to, signal: AbortSignal.timeout(CONVERSION_MS) };
        const { losses } = await converter.convert(request);
        const isDamaged = losses.some(({ code }) => code === 'input_damaged');
        return { ...result, outcome: isDamaged ? 'salvaged' : 'converted' };
      } catch (error) {
        const { code = error.name } = error;
        const outcome = { FILE_ENCRYPTED: 'locked', FILE_TOO_LARGE: 'overLimit' }[code] ?? 'refused';
        const detail = [error.params && JSON.stringify(error.params), error.cause?.message ?? error.message];
        return { ...result, outcome, code, detail: shorten(detail.filter(Boolean).join(' ')) };
      }
    },
    async close() {
      for (const converter of converters.values()) await (await converter).close();
    },
  };
}
