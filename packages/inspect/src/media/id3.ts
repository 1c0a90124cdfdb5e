import { coverCodec } from './codecs.js';
import type { MediaTrack } from './media-info.js';
import type { Window } from './window.js';

const HEADER_BYTES = 10;
/** A tag is searched for a cover's frame header only so far; pictures come last by custom. */
const MAX_SEARCH_BYTES = 262_144;

/** Four bytes of seven bits each. */
const syncSafe = (bytes: Buffer, at: number): number =>
  ((bytes[at] ?? 0) << 21) |
  ((bytes[at + 1] ?? 0) << 14) |
  ((bytes[at + 2] ?? 0) << 7) |
  (bytes[at + 3] ?? 0);

/** Bytes of the ID3v2 tag (id3.org, versions 2.2 to 2.4) at an offset; 0 where there is none. */
export async function id3Bytes(window: Window, offset = 0): Promise<number> {
  const head = await window.read(offset, HEADER_BYTES);
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const HAS_FOOTER = 0x10;
  return HEADER_BYTES + syncSafe(head, 6) + ((head[5] ?? 0) & HAS_FOOTER ? HEADER_BYTES : 0);
}

/** First sound after all tags at the beginning: some writers put several. */
export async function skipId3(window: Window): Promise<number> {
  let offset = 0;
  for (let tags = 0; tags < 8; tags++) {
    const bytes = await id3Bytes(window, offset);
    if (bytes === 0) return offset;
    offset += bytes;
  }
  return offset;
}

/** The cover in the tag at the beginning, as ffmpeg shows it: a still video stream. */
export async function readId3Covers(window: Window): Promise<MediaTrack[]> {
  const tagBytes = await id3Bytes(window);
  if (tagBytes === 0) return [];
  const tag = await window.read(0, Math.min(tagBytes, MAX_SEARCH_BYTES));
  const version = tag[3] ?? 0;
  const covers: MediaTrack[] = [];
  const [idBytes, frameHeaderBytes] = version === 2 ? [3, 6] : [4, 10];
  let offset = HEADER_BYTES;
  while (offset + frameHeaderBytes < tag.length) {
    const id = tag.toString('latin1', offset, offset + idBytes);
    if (!/^[A-Z0-9]+$/.test(id)) break;
    const size =
      version === 2
        ? tag.readUIntBE(offset + 3, 3)
        : version === 4
          ? syncSafe(tag, offset + 4)
          : tag.readUInt32BE(offset + 4);
    if (id === 'APIC' || id === 'PIC') {
      covers.push({
        kind: 'video',
        codec: pictureCodec(tag.subarray(offset + frameHeaderBytes)),
        isCover: true,
      });
    }
    offset += frameHeaderBytes + size;
  }
  return covers;
}

/** The picture comes after its type and description, whose length varies: look for the signature itself. */
function pictureCodec(frame: Buffer): string {
  const head = frame.subarray(0, 512);
  const starts = [
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from([0x89, 0x50, 0x4e, 0x47]),
    Buffer.from('GIF8'),
  ];
  const at = starts.map((start) => head.indexOf(start)).filter((index) => index >= 0);
  return at.length > 0 ? coverCodec(head.subarray(Math.min(...at))) : 'mjpeg';
}
