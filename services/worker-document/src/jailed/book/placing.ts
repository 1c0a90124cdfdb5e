import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Container } from './container.js';
import type { ReportDropped } from './dropped.js';
import type { PlaceFile } from './styles.js';

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;
const PLACED = /\bhref="(picture-\d+\.(\w+))"/g;
/** Picture types whose extension differs from their name. */
const TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml' };

/** Extensions of types with another name. */
const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: '.jpg', 'svg+xml': '.svg' };

/** Which pictures an output can hold, and how the others are converted. */
export interface PictureFallback {
  /** Extensions of the pictures that it can hold, with a dot, in lower case. */
  readonly kept: readonly string[];
  /** Converts any other to PNG; undefined if it cannot be read. */
  draw(picture: Buffer, extension: string): Promise<Buffer | undefined>;
}

/** Writes pictures next to the page, under generated names. */
export interface PicturePlacer {
  /** Writes a picture of the book once; undefined if it is not a picture or cannot be read. */
  readonly place: PlaceFile;
  /** Writes an embedded picture, `data:image/…`. */
  readonly placeEmbedded: PlaceFile;
  /** Writes an inline drawing. */
  readonly placeDrawing: (svg: string) => Promise<string | undefined>;
  readonly reportDropped: ReportDropped;
}

/**
 * Gives each requested picture a generated name and writes it.
 *
 * @param reportDropped - receives rasterised pictures, and pictures that could not be written
 * @param pixels - without it pictures keep their format
 */
export function createPicturePlacer(
  container: Container,
  folder: string,
  reportDropped: ReportDropped,
  pixels?: PictureFallback,
): PicturePlacer {
  const placed = new Map<string, string | undefined>();
  let count = 0;
  const write = async (bytes: Buffer, extension: string): Promise<string | undefined> => {
    const isKept = pixels === undefined || pixels.kept.includes(extension);
    const draw = async () => (isKept ? bytes : pixels.draw(bytes, extension));
    const content = PICTURE.test(extension) ? await draw() : undefined;
    if (content === undefined) {
      reportDropped('pictures');
      return undefined;
    }
    if (!isKept && extension === '.svg') reportDropped('drawings');
    const name = `picture-${count++}${isKept ? extension : '.png'}`;
    writeFileSync(join(folder, name), content);
    return name;
  };
  return {
    async place(path) {
      if (placed.has(path)) return placed.get(path);
      const bytes = await container.bytes(path);
      const name = bytes && (await write(bytes, extname(path).toLowerCase()));
      placed.set(path, name);
      return name;
    },
    async placeEmbedded(reference) {
      const { bytes, extension } = embeddedIn(reference);
      return write(bytes, extension);
    },
    placeDrawing: (svg) => write(Buffer.from(withPictures(svg, folder)), '.svg'),
    reportDropped,
  };
}

/** RFC 2397: bytes as base64 or percent-encoded. */
function embeddedIn(reference: string): { readonly bytes: Buffer; readonly extension: string } {
  const comma = reference.indexOf(',');
  const [type = '', ...parameters] = reference.slice('data:image/'.length, comma).toLowerCase().split(';');
  const data = reference.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim() === 'base64');
  return {
    bytes: isBase64 ? Buffer.from(data, 'base64') : bytesOf(data),
    extension: EXTENSIONS[type] ?? `.${type}`,
  };
}

const bytesOf = (data: string): Buffer =>
  Buffer.from(
    Buffer.from(data)
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** A drawing in a file cannot load other files, so its pictures are embedded. */
function withPictures(svg: string, folder: string): string {
  return svg.replace(PLACED, (_, name: string, extension: string) => {
    const type = TYPES[extension] ?? extension;
    return `href="data:image/${type};base64,${readFileSync(join(folder, name)).toString('base64')}"`;
  });
}
