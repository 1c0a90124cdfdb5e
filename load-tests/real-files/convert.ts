import { AppError } from '@filemill/errors';
import {
  detectFormat,
  FileByteReader,
  type FormatSpec,
  LANE_OF,
  registry,
  resolveFormat,
  type WorkerName,
} from '@filemill/formats';
import { ROOT } from '@filemill/local-stack';
import type { Category } from '@filemill/product';
import { type Converter, createConverter } from '@filemill/worker/testing';

/** Output format by input format: the most common one of its family, or another if the input already has it. */
const TARGETS: Readonly<Record<Category, readonly string[]>> = {
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

const shorten = (text: string): string =>
  text.length <= 2 * KEPT_CHARACTERS
    ? text
    : `${text.slice(0, KEPT_CHARACTERS)} … ${text.slice(-KEPT_CHARACTERS)}`;

const targetOf = ({ id, category }: FormatSpec): string | undefined =>
  TARGETS[category].find((to) => registry.route(id, to)) ?? registry.targets(id)[0]?.output.id;

/** Content that is recognised only to be refused: a program would run it, or follow it. */
const PROGRAMS: ReadonlySet<string> = new Set([
  ...['script', 'php', 'batch', 'desktop', 'url', 'lnk', 'exe', 'elf', 'java-class', 'mach-o', 'sfd'],
]);
/** PostScript is a program, too: the catalogue writes it and has no reader of it. */
const isRead = (format: string): boolean => {
  const spec = registry.format(format);
  return spec ? spec.read !== undefined : !PROGRAMS.has(format);
};

/** @returns the format of a file as the gateway detects it; undefined if the catalogue has none for it */
async function formatOf(
  path: string,
  promised: string,
): Promise<{ seen: string | undefined; format: string | undefined }> {
  const reader = await FileByteReader.open(path);
  try {
    const seen = await detectFormat(reader);
    return { seen, format: resolveFormat(seen, promised) };
  } finally {
    await reader.close();
  }
}

/** How a file was recognised, and into what it was converted. */
interface Seen {
  /** What its content was recognised as. */
  seen?: string | undefined;
  /** Its format. */
  format?: string | undefined;
  /** Output format. */
  to?: string;
}

/** What the workers made of a file; `notRead`: the catalogue has no reader of its format, which is a decision. */
type Outcome = 'converted' | 'salvaged' | 'locked' | 'overLimit' | 'notRead' | 'refused';

/** The result of one file. */
export interface Tried extends Seen {
  readonly outcome: Outcome;
  /** Of the error, where it was not converted. */
  readonly code?: string;
  readonly detail?: string;
}

/** The engines of all workers. */
export interface Converters {
  tryFile(file: { readonly path: string; readonly promised: string }): Promise<Tried>;
  close(): Promise<void>;
}

/**
 * The workers' engines, each started when a file needs it.
 *
 * @param slots - conversions at once
 */
export function createConverters(slots: number): Converters {
  const converters = new Map<WorkerName, Promise<Converter>>();
  const converterOf = (worker: WorkerName): Promise<Converter> => {
    const folder = new URL(`file://${ROOT}/services/worker-${worker}/dist/engines/`);
    const converter = converters.get(worker) ?? createConverter(folder, { slots });
    converters.set(worker, converter);
    return converter;
  };
  return {
    async tryFile({ path, promised }) {
      const result: Seen = {};
      try {
        Object.assign(result, await formatOf(path, promised));
        if (result.format !== undefined && !isRead(result.format))
          return {
            ...result,
            outcome: 'notRead',
            code: 'UNSUPPORTED_FORMAT',
            detail: `seen: ${result.seen}`,
          };
        const spec = result.format && registry.format(result.format);
        const to = spec && targetOf(spec);
        if (!spec || !to)
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
        return { ...result, ...refusalOf(error) };
      }
    },
    async close() {
      for (const converter of converters.values()) await (await converter).close();
    },
  };
}

/** Outcomes by the code of the error; all others are refusals. */
const OUTCOMES: Readonly<Record<string, Outcome>> = { FILE_ENCRYPTED: 'locked', FILE_TOO_LARGE: 'overLimit' };

function refusalOf(thrown: unknown): Pick<Tried, 'outcome' | 'code' | 'detail'> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = error instanceof AppError ? error.code : error.name;
  const message = error.cause instanceof Error ? error.cause.message : error.message;
  const params = error instanceof AppError ? `${JSON.stringify(error.params)} ` : '';
  return { outcome: OUTCOMES[code] ?? 'refused', code, detail: shorten(`${params}${message}`) };
}
