import type { Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { coverCodec } from './codecs.js';
import type { FoundMedia } from './header-reader.js';

const HEADER_BYTES = 10;
/** More consecutive tags than any writer produces. */
const MAX_TAGS = 8;
/** More frames than any writer puts into a tag. */
const MAX_FRAMES = 512;
const MAX_COVERS = 64;
/** A picture begins within this many bytes of its frame, after its type and description. */
const PICTURE_SEARCH_BYTES = 512;

const FLAG = { extendedHeader: 0x40, footer: 0x10 } as const;

/** Four bytes of seven bits each; the eighth is ignored, as in ffmpeg. */
const syncSafe = (bytes: Buffer, at: number): number =>
  (((bytes[at] ?? 0) & 0x7f) << 21) |
  (((bytes[at + 1] ?? 0) & 0x7f) << 14) |
  (((bytes[at + 2] ?? 0) & 0x7f) << 7) |
  ((bytes[at + 3] ?? 0) & 0x7f);

/** Bytes of the ID3v2 tag (id3.org, any version) at an offset; 0 if there is none. */
async function id3Bytes(window: Window, offset = 0): Promise<number> {
  const head = await window.read(offset, HEADER_BYTES);
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  return HEADER_BYTES + syncSafe(head, 6) + ((head[5] ?? 0) & FLAG.footer ? HEADER_BYTES : 0);
}

/** Where the audio begins, after all tags at the beginning: some writers put several. */
export async function skipId3(window: Window): Promise<number> {
  let offset = 0;
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const bytes = await id3Bytes(window, offset);
    if (bytes === 0) return offset;
    offset += bytes;
  }
  return offset;
}

/** The covers in the tag at the beginning, as ffmpeg shows them: still video streams; and whether it marks chapters. */
export async function readId3Covers(window: Window, found: FoundMedia): Promise<MediaTrack[]> {
  const end = await id3Bytes(window);
  if (end === 0) return [];
  const head = await window.read(0, HEADER_BYTES);
  const version = head[3] ?? 0;
  const isShort = version <= 2;
  const [idBytes, frameHeaderBytes] = isShort ? [3, 6] : [4, 10];
  const covers: MediaTrack[] = [];
  let offset = HEADER_BYTES + (isShort ? 0 : await extendedHeaderBytes(window, head));
  for (let frames = 0; frames < MAX_FRAMES && covers.length < MAX_COVERS; frames++) {
    const frame = await window.read(offset, frameHeaderBytes + PICTURE_SEARCH_BYTES);
    if (offset + frameHeaderBytes >= end || frame.length < frameHeaderBytes) break;
    const id = frame.toString('latin1', 0, idBytes);
    if (!/^[A-Z0-9]{3,4}$/.test(id)) break;
    if (id === 'CHAP') found.hasChapters = true;
    if (id === 'APIC' || id === 'PIC') {
      covers.push({ kind: 'video', codec: pictureCodec(frame.subarray(frameHeaderBytes)), isCover: true });
    }
    const size = isShort
      ? frame.readUIntBE(3, 3)
      : version === 4
        ? syncSafe(frame, 4)
        : frame.readUInt32BE(4);
    offset += frameHeaderBytes + size;
  }
  return covers;
}

/** Version 2.4 includes the four bytes in its size, and uses seven bits in each. */
async function extendedHeaderBytes(window: Window, head: Buffer): Promise<number> {
  if (((head[5] ?? 0) & FLAG.extendedHeader) === 0) return 0;
  const size = await window.read(HEADER_BYTES, 4);
  if (size.length < 4) return 0;
  return head[3] === 4 ? syncSafe(size, 0) : size.readUInt32BE(0) + 4;
}

/** The picture follows its type and description, whose length varies: search for the signature itself. */
function pictureCodec(frame: Buffer): string {
  const starts = [
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from([0x89, 0x50, 0x4e, 0x47]),
    Buffer.from('GIF8'),
  ];
  const at = starts.map((start) => frame.indexOf(start)).filter((index) => index >= 0);
  return at.length > 0 ? coverCodec(frame.subarray(Math.min(...at))) : 'mjpeg';
}

/** Size of ID3v1, which lies at the end of a file and begins with `TAG`. */
const ID3V1_BYTES = 128;

/** Where the audio ends at the latest: before an ID3v1 tag, or with the file. @param rest - the end of the file */
export function endOfAudio(rest: Buffer): number {
  const at = rest.length - ID3V1_BYTES;
  return at >= 0 && rest.toString('latin1', at, at + 3) === 'TAG' ? at : rest.length;
}
