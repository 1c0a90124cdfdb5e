import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const APP2 = 0xe2;
const START_OF_SCAN = 0xda;
/** Nothing in a scan looks like it. */
const END_OF_PICTURE = Buffer.of(0xff, 0xd9);
const HEAD_BYTES = 40;
/** Real headers have fewer than 100 segments. */
const MAX_SEGMENTS = 2_000;
/** A list of pictures in one file (CIPA DC-007). */
const PICTURES = 'MPF\0';
/** Metadata of a gain map: ISO 21496-1, annex C. */
const ISO_GAIN_MAP = 'urn:iso:std:iso:ts:21496:-1\0';
/** The same in XMP: Ultra HDR image format 1.1. */
const XMP_GAIN_MAP = 'http://ns.adobe.com/hdr-gain-map/1.0/';

/**
 * Whether a JPEG contains a gain map, a second picture that tells screens of high dynamic range how much brighter to
 * show each part of the first. Phones write it; sharp reads only the first picture.
 *
 * @param xmp - of the first picture
 */
export function hasGainMap(path: string, xmp: Buffer | undefined): boolean {
  const { names } = readSegments(path);
  const has = (name: string): boolean => names.some((start) => start.startsWith(name));
  return has(PICTURES) && (has(ISO_GAIN_MAP) || xmp?.includes(XMP_GAIN_MAP) === true);
}

/** Whether a JPEG names other pictures in the same file, or has anything behind its first one, such as a film. */
export function hasMoreThanPicture(path: string): boolean {
  const { names, scanAt } = readSegments(path);
  if (names.some((start) => start.startsWith(PICTURES))) return true;
  const file = readFileSync(path);
  const end = file.indexOf(END_OF_PICTURE, scanAt);
  return end > 0 && file.subarray(end + END_OF_PICTURE.length).some((byte) => byte !== 0);
}

/** The beginnings of the APP2 segments before the picture, and where its scan begins (ITU-T T.81, B.1.1.4). */
function readSegments(path: string): { readonly names: readonly string[]; readonly scanAt: number } {
  const names: string[] = [];
  let at = 2;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
      const count = readSync(file, head, 0, HEAD_BYTES, at);
      const marker = head.readUInt8(1);
      if (count < 4 || head.readUInt8(0) !== 0xff || marker === START_OF_SCAN) break;
      if (marker === APP2) names.push(head.toString('latin1', 4, count));
      at += 2 + head.readUInt16BE(2);
    }
  } finally {
    closeSync(file);
  }
  return { names, scanAt: at };
}
