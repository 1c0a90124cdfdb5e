import { AppError, type Code } from '@filemill/errors';
import {
  type ByteReader,
  DETECTION_LIMITS,
  type FormatSpec,
  ReadingThreads,
  type Route,
  registry,
  resolveFormat,
} from '@filemill/formats';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Caller } from '../identity/caller.js';
import { extensionOf } from './file-name.js';

/** Largest file of a category, in bytes. */
export type SizeLimits = Readonly<Record<string, number>>;

/** What hides the format of a file that is only copied. */
const UNKNOWABLE: ReadonlySet<Code> = new Set(['FILE_CORRUPT', 'FILE_ENCRYPTED', 'UNSUPPORTED_FORMAT']);

/** The input format of a file name's extension, if known. */
const promisedFormat = (fileName: string): FormatSpec | undefined => {
  const extension = extensionOf(fileName);
  return extension === undefined ? undefined : registry.formatOfExtension(extension);
};

/** Detects formats of uploads, in threads that are ended when a file keeps them busy. */
@Injectable()
export class Detection implements OnApplicationShutdown {
  /** For results of several files, too. */
  readonly threads = new ReadingThreads(DETECTION_LIMITS);

  /**
   * Decides the format of an upload once, by its content. The name decides between formats with the same bytes, and for
   * those without a signature.
   *
   * @param category - category in the request's path; undefined for any
   * @throws {AppError} UNSUPPORTED_FORMAT with the detected content; FILE_ENCRYPTED; FILE_CORRUPT if it takes too long;
   *   OVERLOADED when too many wait
   */
  async detectInput(
    reader: ByteReader,
    fileName: string,
    category: string | undefined,
    caller: Caller,
  ): Promise<FormatSpec> {
    const detected = await this.threads.run('detect', reader, undefined, { owner: ownerKeyOf(caller) });
    const id = resolveFormat(detected, promisedFormat(fileName)?.id);
    const format = id === undefined ? undefined : registry.format(id);
    const targets = id === undefined ? [] : targetsOf(id);
    if (!format || targets.length === 0) {
      const seen = format?.label ?? id;
      throw unsupported(seen === undefined ? 'of an unknown type' : `of the type ${seen}`, []);
    }
    if (category !== undefined && category !== format.category) {
      throw unsupported(`of the type ${format.label} (${format.category}), not ${category}`, targets);
    }
    return format;
  }

  /**
   * The format of an upload of which nothing is read; undefined if it is not known, encrypted or damaged.
   *
   * @throws {AppError} OVERLOADED when too many wait
   */
  async formatOfAny(reader: ByteReader, fileName: string, caller: Caller): Promise<FormatSpec | undefined> {
    const promised = promisedFormat(fileName)?.id;
    const detecting = this.threads.run('detect', reader, undefined, { owner: ownerKeyOf(caller) });
    const detected = await detecting.catch((error: unknown) => {
      if (error instanceof AppError && UNKNOWABLE.has(error.code)) return undefined;
      throw error;
    });
    const id = resolveFormat(detected, promised);
    return id === undefined ? undefined : registry.format(id);
  }

  /** Category of content by its first bytes; undefined if they are not sufficient. */
  async categoryOfHead(head: ByteReader, caller: Caller): Promise<string | undefined> {
    const id = await this.threads.run('detect', head, undefined, { owner: ownerKeyOf(caller) });
    return id === undefined ? undefined : registry.format(id)?.category;
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}

/** Owner whose reads run one after another, so that two slow files of one caller do not delay others. */
const ownerKeyOf = (caller: Caller): string =>
  caller.kind === 'user' ? `user ${caller.userId}` : `address ${caller.address}`;

/**
 * The route to the requested output.
 *
 * @param wanted - a catalogue id or an extension, in any case, with or without its dot
 * @throws {AppError} UNSUPPORTED_FORMAT with the possible outputs
 */
export function routeTo(input: FormatSpec, wanted: string): Route {
  const output = findFormat(wanted);
  const route = output && registry.route(input.id, output.id);
  if (!route) throw unsupported(`${input.label}, which cannot become ${wordOf(wanted)}`, targetsOf(input.id));
  return route;
}

/** The format of a catalogue id or an extension, in any letter case, with or without its dot. */
export function findFormat(wanted: string): FormatSpec | undefined {
  const word = wordOf(wanted);
  return registry.format(word) ?? registry.formatOfExtension(word);
}

const wordOf = (wanted: string): string => wanted.toLowerCase().replace(/^\./, '');

const targetsOf = (id: string): string[] => registry.targets(id).map((route) => route.output.id);

const unsupported = (seen: string, supportedTargets: string[]): AppError =>
  new AppError('UNSUPPORTED_FORMAT', { seen, supportedTargets });
