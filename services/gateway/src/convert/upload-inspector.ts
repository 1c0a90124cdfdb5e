import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import {
  combinationOf,
  combinedOutputs,
  DETECTION_LIMITS,
  type FormatSpec,
  LANE_OF,
  ReadingTimedOut,
} from '@filemill/formats';
import type { ObjectStore } from '@filemill/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE } from '../clients/clients.module.js';
import { type Caller, knownOwnerOf, ownerOf } from '../identity/caller.js';
import { Detection, findFormat, routeTo } from '../uploads/detection.js';
import { StoredByteReader } from '../uploads/stored-byte-reader.js';
import { isCombined } from '../uploads/upload-form.js';
import { tooLarge } from '../uploads/upload-meter.js';
import type { ReceivedFile, ReceivedUpload } from '../uploads/upload-receiver.js';
import { parseOptions, parseOptionsOf } from './options.js';

/** Inspects an upload, and determines what usage is asked to accept. */
@Injectable()
export class UploadInspector {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(USAGE) private readonly usage: UsageClient,
    private readonly detection: Detection,
  ) {}

  /**
   * @param category - category that the path names; undefined for any
   * @throws {AppError} FILE_CORRUPT, UNSUPPORTED_FORMAT, FILE_ENCRYPTED, FILE_TOO_LARGE, OPTION_INVALID,
   *   OVERLOADED
   */
  async requestOf(
    upload: ReceivedUpload,
    category: string | undefined,
  ): Promise<usage.AcceptConversionRequest> {
    const { file, form, caller } = upload;
    if (isCombined(form)) return this.requestOfSeveral(upload, category);
    if (file.sizeBytes === 0) throw new AppError('FILE_CORRUPT', { detail: 'it is empty' });
    const input = await this.detect(file, caller, category);
    const limitBytes = file.permit.maxSizeBytes[input.category];
    if (limitBytes !== undefined && file.sizeBytes > limitBytes) throw tooLarge(limitBytes);
    const route = routeTo(input, form.outputFormat);
    const options = parseOptions(route, form.options, form.quality);
    return {
      ...requestBase(upload),
      category: input.category,
      lane: LANE_OF[input.category].lane,
      inputFormat: input.id,
      outputFormat: route.output.id,
      optionsJson: JSON.stringify(options),
      inputs: [],
    };
  }

  /** Counts as one conversion of the category of the output. */
  private async requestOfSeveral(
    upload: ReceivedUpload,
    category: string | undefined,
  ): Promise<usage.AcceptConversionRequest> {
    const { file, files, form } = upload;
    const output = findFormat(form.outputFormat);
    const inputs = await this.formatsOf(upload, output, category);
    const combination = output && combinationOf(inputs, output);
    if (!combination) throw cannotCombine(inputs, form.outputFormat);
    const limitBytes = file.permit.maxSizeBytes[combination.output.category];
    const sizeBytes = files.reduce((sum, one) => sum + one.sizeBytes, 0);
    if (limitBytes !== undefined && sizeBytes > limitBytes) throw tooLarge(limitBytes);
    const options = parseOptionsOf(combination.options, combination.output, form.options, form.quality);
    return {
      ...requestBase(upload),
      category: combination.output.category,
      lane: combination.lane,
      inputFormat: inputs[0]?.id ?? UNKNOWN,
      outputFormat: combination.output.id,
      optionsJson: JSON.stringify(options),
      inputs: files.map(({ fileName, sizeBytes, sha256 }, index) => ({
        ...{ fileName, sizeBytes, sha256 },
        format: inputs[index]?.id ?? '',
      })),
    };
  }

  /** Of each file, in order. Of what becomes an archive only the bytes are copied: it may be anything. */
  private async formatsOf(
    { files, caller }: ReceivedUpload,
    output: FormatSpec | undefined,
    category: string | undefined,
  ): Promise<(FormatSpec | undefined)[]> {
    const formats: (FormatSpec | undefined)[] = [];
    for (const [index, file] of files.entries()) {
      if (output?.category === 'archive') {
        const known = this.detection.formatOfAny(this.bytesOf(file), file.fileName, caller);
        formats.push(await known.catch((error) => this.countIfTimedOut(error, file, caller)));
        continue;
      }
      if (file.sizeBytes === 0) throw new AppError('FILE_CORRUPT', { detail: `${file.fileName} is empty` });
      // The path may name what the files are, or what they become.
      const expected = category === output?.category ? undefined : category;
      const detecting = this.detect(file, caller, expected);
      formats.push(await detecting.catch((error: unknown) => Promise.reject(ofFile(error, index, file))));
    }
    return formats;
  }

  private detect(file: ReceivedFile, caller: Caller, category: string | undefined): Promise<FormatSpec> {
    return this.detection
      .detectInput(this.bytesOf(file), file.fileName, category, caller)
      .catch((error: unknown) => this.countIfTimedOut(error, file, caller));
  }

  private bytesOf({ key, sizeBytes, head }: ReceivedFile): StoredByteReader {
    return new StoredByteReader(this.store, key, sizeBytes, head);
  }

  /** A file that kept its reader busy until the time limit is charged like a failed conversion. */
  private async countIfTimedOut(error: unknown, { permit }: ReceivedFile, caller: Caller): Promise<never> {
    if (error instanceof ReadingTimedOut) {
      const { conversionId } = permit;
      const request = { conversionId, owner: ownerOf(caller), engineMs: DETECTION_LIMITS.cpuMs };
      await this.usage.countFailedWork(request);
    }
    throw error;
  }
}

/** Input format of files that none describes. */
const UNKNOWN = 'unknown';

/** What every request has; of several files, what describes the first. */
const requestBase = ({ file, caller }: ReceivedUpload) => ({
  conversionId: file.permit.conversionId,
  startedAtMs: file.permit.startedAtMs,
  keyPrefix: file.permit.keyPrefix,
  owner: knownOwnerOf(caller),
  originalFileName: file.fileName,
  originalSizeBytes: file.sizeBytes,
  inputKey: file.key,
});

/** The refusal of one of several files, with its number and name. */
function ofFile(error: unknown, index: number, { fileName }: ReceivedFile): unknown {
  if (!(error instanceof AppError)) return error;
  const { seen, detail } = error.params;
  const params = {
    ...error.params,
    file: index + 1,
    ...(seen !== undefined && { seen: `${seen}: ${fileName}`, supportedTargets: [] }),
    ...(error.code === 'FILE_CORRUPT' && { detail: `${fileName}${detail ? `, ${detail}` : ''}` }),
  };
  return new AppError(error.code, params, { cause: error });
}

/** The refusal of files that have no way to one output together. */
function cannotCombine(inputs: readonly (FormatSpec | undefined)[], wanted: string): AppError {
  const labels = [...new Set(inputs.map((input) => input?.label ?? 'unknown'))].join(', ');
  const seen = `one of several (${labels}) that cannot become one ${wanted.toLowerCase().replace(/^\./, '')}`;
  return new AppError('UNSUPPORTED_FORMAT', { seen, supportedTargets: combinedOutputs(inputs) });
}
