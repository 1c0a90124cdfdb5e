import type { ConversionView } from '@filemill/api';
import type { usage } from '@filemill/contracts';
import { AppError, isCode, publicCode } from '@filemill/errors';
import { lossOf, type Note, noteOf, registry, writtenExtension } from '@filemill/formats';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { SignedTokens } from '../identity/signed-tokens.js';
import type { Progress } from '../live/conversion-feed.js';
import { baseOf, extensionOf } from '../uploads/file-name.js';
import { isFinal } from './conversion-reader.js';

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Name of the result: the original base name with the extension of the output. */
export function outputFileName(row: usage.Conversion): string | null {
  if (row.originalFileName === '') return null;
  return `${baseOf(row.originalFileName)}.${row.outputExtension || extensionOfOutput(row.outputFormat)}`;
}

/** A format of another version is not known. */
function extensionOfOutput(outputFormat: string): string {
  const format = registry.format(outputFormat);
  return format ? writtenExtension(format) : outputFormat;
}

/** The options that a conversion was given. */
export const optionsOf = ({ optionsJson }: usage.Conversion): ConversionView['options'] =>
  JSON.parse(optionsJson || '{}') as ConversionView['options'];

/** Why a conversion has no result, as an error for its caller; undefined while it may still get one. */
export function failureOf(row: usage.Conversion): AppError | undefined {
  if (row.status === 'cancelled') return new AppError('CANCELLED', { conversionId: row.id });
  if (row.status !== 'failed') return undefined;
  return new AppError(isCode(row.errorCode) ? row.errorCode : 'ENGINE_FAILED', {
    ...row.errorParams,
    conversionId: row.id,
  });
}

/** Converts rows of the ledger into what callers see. */
@Injectable()
export class ConversionPresenter {
  private readonly clock: Clock;

  constructor(
    private readonly tokens: SignedTokens,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
  }

  async present(row: usage.Conversion, progress?: Progress): Promise<ConversionView> {
    const failure = failureOf(row);
    return {
      id: row.id,
      kind: row.category,
      status: row.status,
      progress: row.status === 'completed' ? 100 : percentOf(row, progress),
      stage: stageOf(row, progress),
      queuePosition: row.queuePosition ?? null,
      inputFormat: row.inputFormat,
      outputFormat: row.outputFormat,
      options: optionsOf(row),
      originalFileName: row.originalFileName || null,
      outputFileName: outputFileName(row),
      originalSize: row.originalSizeBytes,
      convertedSize: row.convertedSizeBytes ?? null,
      processingTime: row.processingMs === undefined ? null : row.processingMs / 1000,
      createdAt: isoOf(row.createdAtMs),
      finishedAt: row.finishedAtMs === undefined ? null : isoOf(row.finishedAtMs),
      expiresAt: isoOf(row.expiresAtMs),
      downloadUrl: await this.downloadUrl(row),
      losses: row.losses.map((loss) => lossWithNames(loss, row)),
      notes: notesOf(row),
      ...(isCombined(row) && { inputs: inputsOf(row) }),
      error: failure ? { code: publicCode(failure.code), message: failure.message } : null,
    };
  }

  /** A link that works without headers; null if there is no result, or no longer. */
  async downloadUrl(row: usage.Conversion): Promise<string | null> {
    if (row.status !== 'completed' || row.outputKey === '' || this.clock.nowMs() >= row.expiresAtMs)
      return null;
    return `/api/download/${row.id}?token=${this.tokens.sign(row.id, 'download', row.expiresAtMs)}`;
  }

  statusUrl(row: usage.Conversion): string {
    return `/api/conversions/${row.id}`;
  }

  async eventsUrl(row: usage.Conversion): Promise<string> {
    return `/api/conversions/${row.id}/events?token=${this.tokens.sign(row.id, 'events', row.expiresAtMs)}`;
  }
}

/** A gateway of a newer version than usage gets rows without them. */
const isCombined = ({ inputs }: Partial<Pick<usage.Conversion, 'inputs'>>): boolean =>
  inputs !== undefined && inputs.length > 0;

const inputsOf = ({ inputs }: usage.Conversion): ConversionView['inputs'] =>
  inputs.map(({ fileName, format, sizeBytes, sha256 }) => ({
    ...{ fileName: fileName || null, format: format || null, size: sizeBytes, sha256: sha256 || null },
  }));

/** Losses of several files hold their numbers, because names are erased with the files; while those exist, they are told. */
function lossWithNames(loss: usage.Loss, row: usage.Conversion): ConversionView['losses'][number] {
  const { code, params = {}, message } = loss;
  const { files } = params;
  const isOfFiles = code === 'files_damaged' || code === 'files_left_out';
  if (!isOfFiles || typeof files !== 'string' || !isCombined(row)) return { code, params, message };
  const named = files.replace(/\d+/g, (number) => {
    const name = row.inputs[Number(number) - 1]?.fileName;
    return name ? `${number} (${name})` : number;
  });
  return lossOf(code, { ...params, files: named });
}

/** Tells the owner that a file was converted by its content, because its name says another format. */
function notesOf(row: usage.Conversion): Note[] {
  const extension = extensionOf(row.originalFileName);
  const promised = extension === undefined ? undefined : registry.formatOfExtension(extension);
  if (extension === undefined || !promised || promised.id === row.inputFormat) return [];
  const format = registry.format(row.inputFormat)?.label ?? row.inputFormat;
  return [noteOf('named_differently', { extension, format })];
}

const percentOf = (row: usage.Conversion, progress: Progress | undefined): number =>
  row.status === 'converting' ? Math.round(progress?.percent ?? 0) : 0;

function stageOf(row: usage.Conversion, progress: Progress | undefined): ConversionView['stage'] {
  if (isFinal(row)) return 'done';
  return row.status === 'pending' ? 'queued' : (progress?.stage ?? 'converting');
}
