import { baseOf, extensionOf } from '../uploads/file-name.js';
import type { DownloadableFile } from './results.js';

/** Content that deflate makes smaller; everything else is compressed already. */
const COMPRESSIBLE =
  /^(text\/|image\/(bmp|svg\+xml)|audio\/wav|font\/(ttf|otf)|application\/(rtf|msword|vnd\.ms-|.*flat-xml))/;
/** Characters that Windows does not allow in names. */
const FORBIDDEN = /[<>:"|?*]/g;

/** One file of a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly file: DownloadableFile;
  readonly isCompressed: boolean;
}

/** The files in order as `<base>_converted.<extension>`; of equal names, in any letter case, later ones are numbered. */
export function zipEntriesOf(files: readonly DownloadableFile[]): ZipEntry[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const extension = extensionOf(file.fileName);
    const base = `${baseOf(file.fileName)}_converted`.replace(FORBIDDEN, '_');
    const suffix = extension === undefined ? '' : `.${extension}`;
    let name = base + suffix;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})${suffix}`;
    taken.add(name.toLowerCase());
    return { name, file, isCompressed: COMPRESSIBLE.test(file.contentType) };
  });
}

/** `filemill-20261121-021530.zip`, UTC. */
export function zipName(productName: string, nowMs: number): string {
  const [date = '', time = ''] = new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '').split('T');
  const product = productName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${product}-${date}-${time}.zip`;
}
