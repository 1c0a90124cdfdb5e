import { type FormatSpec, type Route, registry } from '@filemill/catalogue';
import { AppError } from '@filemill/errors';
import { BufferByteReader, type ByteReader, detectFormat, resolveFormat } from '@filemill/inspect';
import { extensionOf } from './file-name.js';

/** Largest file of a category, in bytes. */
export type SizeLimits = Readonly<Record<string, number>>;

/** The input format that a file name promises, if its extension is known. */
export const promisedFormat = (fileName: string): FormatSpec | undefined => {
  const extension = extensionOf(fileName);
  return extension === undefined ? undefined : registry.formatOfExtension(extension);
};

/** Category of content by its first bytes; undefined where these do not tell yet. */
export async function categoryOfHead(head: Buffer): Promise<string | undefined> {
  const id = await detectFormat(new BufferByteReader(head));
  return id === undefined ? undefined : registry.format(id)?.category;
}

/**
 * Decides the type of an upload, once and by content.
 *
 * @param fileName - its extension, where known, must be of the same category (a picture named .pdf is refused)
 * @param kind - category that the path of the request names; undefined for any
 * @throws {AppError} UNSUPPORTED_FORMAT with what was seen
 */
export async function detectInput(
  reader: ByteReader,
  fileName: string,
  kind: string | undefined,
): Promise<FormatSpec> {
  const promised = promisedFormat(fileName);
  const detected = await detectFormat(reader);
  const id = detected && resolveFormat(detected, promised?.id);
  const format = id === undefined ? undefined : registry.format(id);
  const targets = id === undefined ? [] : targetsOf(id);
  if (!format || targets.length === 0) {
    const seen = format?.label ?? id;
    throw unsupported(seen === undefined ? 'of an unknown type' : `of the type ${seen}`, []);
  }
  if (promised && promised.category !== format.category) {
    throw unsupported(`named .${extensionOf(fileName)} but is ${format.label}`, targets);
  }
  if (kind !== undefined && kind !== format.category) {
    throw unsupported(`of the type ${format.label} (${format.category}), not ${kind}`, targets);
  }
  return format;
}

/**
 * How a file becomes what the caller asked for.
 *
 * @param wanted - a catalogue id or an extension, in any case, with or without its dot
 * @throws {AppError} UNSUPPORTED_FORMAT with the targets that there are
 */
export function routeTo(input: FormatSpec, wanted: string): Route {
  const output = formatNamed(wanted);
  const route = output && registry.route(input.id, output.id);
  if (!route) throw unsupported(`${input.label}, which cannot become ${wordOf(wanted)}`, targetsOf(input.id));
  return route;
}

/** The format that a catalogue id or an extension means, in any case, with or without its dot. */
export function formatNamed(wanted: string): FormatSpec | undefined {
  const word = wordOf(wanted);
  return registry.format(word) ?? registry.formatOfExtension(word);
}

const wordOf = (wanted: string): string => wanted.toLowerCase().replace(/^\./, '');

const targetsOf = (id: string): string[] => registry.targets(id).map((route) => route.output.id);

const unsupported = (seen: string, supportedTargets: string[]): AppError =>
  new AppError('UNSUPPORTED_FORMAT', { seen, supportedTargets });
