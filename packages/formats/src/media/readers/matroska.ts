import { corrupt } from '../../bytes/byte-reader.js';
import { EbmlWalker, type Element, readFloat, readText, readUint } from '../../bytes/ebml.js';
import { type Window } from '../../bytes/windows.js';
import type { FoundMedia } from './header-reader.js';
import { readTrackEntry } from './matroska-tracks.js';

/** Element ids of RFC 9559. */
const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  chapters: 0x1043a770,
  attachments: 0x1941a469,
  attachedFile: 0x61a7,
  mimeType: 0x4660,
} as const;

/** Bytes at the end that are searched for the last cluster of a recording without a declared duration. */
const TAIL_BYTES = 4 * 1024 * 1024;
const NANOSECONDS_PER_MS = 1_000_000;

/** After this many tracks the file is refused, so the rest need not be read. */
const MAX_TRACKS = 64;

/** ffmpeg shows attached pictures of these types as covers, and all others as attachments. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/jpeg': 'mjpeg',
  'image/png': 'png',
  'image/tiff': 'tiff',
};

/** `webm`, `matroska`, or undefined if the bytes are neither. An EBML file without a document type is Matroska. */
export async function readDocType(window: Window): Promise<string | undefined> {
  const walker = new EbmlWalker(window);
  const header = await walker.at(0, window.sizeBytes);
  if (header?.id !== ID.ebml || header.end - header.start > 4096) return undefined;
  return readText((await walker.fields(header, 64)).get(ID.docType)) || 'matroska';
}

/** Reads Matroska and WebM. */
export async function readMatroska(window: Window, found: FoundMedia): Promise<void> {
  const walker = new EbmlWalker(window);
  const header = await walker.at(0, window.sizeBytes);
  if (!header) throw corrupt('it is empty');
  const segment = await walker.at(header.end, window.sizeBytes);
  if (segment?.id !== ID.segment) throw corrupt('it holds no segment');
  await new SegmentReader(walker, segment, found).read();
  if (!segment.isCut) return;
  found.endsEarly = true;
  throw corrupt('it is cut short');
}

class SegmentReader {
  private scaleNs = NANOSECONDS_PER_MS;
  private durationTicks = 0;
  private attachments: Element | undefined;

  constructor(
    private readonly walker: EbmlWalker,
    private readonly segment: Element,
    private readonly found: FoundMedia,
  ) {}

  async read(): Promise<void> {
    let attachmentsAt: number | undefined;
    let hasCluster = false;
    for await (const part of this.walker.children(this.segment)) {
      if (part.id === ID.cluster) {
        hasCluster = true;
        break;
      }
      if (part.id === ID.seekHead) attachmentsAt = await this.readSeekHead(part);
      else if (part.id === ID.chapters) this.found.hasChapters = true;
      else if (part.id === ID.info) await this.readInfo(part);
      else if (part.id === ID.tracks) await this.readTracks(part);
      else if (part.id === ID.attachments) this.attachments = part;
    }
    this.setDuration(this.durationTicks);
    if (!this.attachments && attachmentsAt !== undefined) {
      this.attachments = await this.walker.at(attachmentsAt, this.segment.end);
    }
    if (this.attachments?.id === ID.attachments) await this.readAttachments(this.attachments);
    if (!hasCluster || this.found.tracks.length === 0) throw corrupt('it holds no media');
    if (this.durationTicks > 0) return;
    this.setDuration(await this.lastTimestamp());
    // Without a declared duration a missing end cannot be detected.
    if (this.segment.isCut) this.found.isDurationEstimated = true;
  }

  private setDuration(ticks: number): void {
    if (ticks > 0) this.found.durationMs = (ticks * this.scaleNs) / NANOSECONDS_PER_MS;
  }

  /** @returns where the attachments are; chapters count wherever they are */
  private async readSeekHead(seekHead: Element): Promise<number | undefined> {
    let attachmentsAt: number | undefined;
    for await (const seek of this.walker.children(seekHead)) {
      if (seek.id !== ID.seek) continue;
      const fields = await this.walker.fields(seek, 8);
      const position = fields.get(ID.seekPosition);
      const id = Number(readUint(fields.get(ID.seekId) ?? Buffer.alloc(0)));
      if (id === ID.chapters) this.found.hasChapters = true;
      if (position && id === ID.attachments)
        attachmentsAt ??= this.segment.start + Number(readUint(position));
    }
    return attachmentsAt;
  }

  private async readInfo(info: Element): Promise<void> {
    const fields = await this.walker.fields(info, 64);
    this.scaleNs = Number(readUint(fields.get(ID.timestampScale) ?? Buffer.alloc(0))) || NANOSECONDS_PER_MS;
    this.durationTicks = readFloat(fields.get(ID.duration));
  }

  private async readTracks(tracks: Element): Promise<void> {
    for await (const entry of this.walker.children(tracks)) {
      const track = entry.id === ID.trackEntry ? await readTrackEntry(this.walker, entry) : undefined;
      if (track) this.found.tracks.push(track);
      if (this.found.tracks.length > MAX_TRACKS) return;
    }
  }

  private async readAttachments(attachments: Element): Promise<void> {
    for await (const file of this.walker.children(attachments)) {
      if (file.id !== ID.attachedFile) continue;
      if (this.found.tracks.length > MAX_TRACKS) return;
      const type = readText((await this.walker.fields(file, 256)).get(ID.mimeType));
      const codec = PICTURES[type];
      this.found.tracks.push(
        codec ? { kind: 'video', codec, isCover: true } : { kind: 'attachment', codec: type || 'unknown' },
      );
    }
  }

  /** Time in ticks of the last block, for recordings of browsers, which declare no duration. */
  private async lastTimestamp(): Promise<number> {
    const { window } = this.walker;
    const tailStart = Math.max(this.segment.start, window.sizeBytes - TAIL_BYTES);
    const tail = await window.read(tailStart, TAIL_BYTES);
    const at = tail.lastIndexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]));
    if (at < 0) return 0;
    const cluster = await this.walker.at(tailStart + at, window.sizeBytes);
    let clusterTicks = 0;
    let last = 0;
    for await (const part of this.walker.children(cluster as Element)) {
      if (part.id === ID.clusterTimestamp)
        clusterTicks = Number(readUint(await window.read(part.start, part.end - part.start)));
      const block =
        part.id === ID.blockGroup ? await this.blockOf(part) : part.id === ID.simpleBlock ? part : undefined;
      if (!block) continue;
      const head = await window.read(block.start, 4);
      if (head.length < 3) break;
      // A one-byte track number, then the time as a signed offset to the cluster's.
      last = Math.max(last, clusterTicks + head.readInt16BE(1));
    }
    return last;
  }

  private async blockOf(group: Element): Promise<Element | undefined> {
    for await (const part of this.walker.children(group)) if (part.id === ID.block) return part;
    return undefined;
  }
}
