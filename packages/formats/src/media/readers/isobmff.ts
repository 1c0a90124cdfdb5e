import { AppError } from '@filemill/errors';
import { corrupt } from '../../bytes/byte-reader.js';
import { type Box, BoxWalker } from '../../bytes/isobmff-boxes.js';
import { type Window } from '../../bytes/windows.js';
import type { MediaTrack } from '../../define/facts.js';
import { coverCodec } from './codecs.js';
import { type FoundMedia, unknownCodec } from './header-reader.js';
import { kindOfHandler, readSampleEntry } from './isobmff-samples.js';
import { checkTable } from './isobmff-tables.js';

interface Times {
  timescale: number;
  duration: number;
}

/** Reads MP4, QuickTime, M4A and 3GP: ISO/IEC 14496-12 and the QuickTime file format. */
export async function readIsobmff(window: Window, found: FoundMedia): Promise<void> {
  const walker = new BoxWalker(window);
  let movie: Box | undefined;
  let hasMedia = false;
  // Data after both, such as the zeros with which recorders pad, is ignored.
  for await (const box of walker.boxes(0, window.sizeBytes)) {
    if (box.type === 'moov') movie = box;
    if (box.type === 'mdat' || box.type === 'moof') hasMedia = true;
    if (box.isCut) found.endsEarly = true;
    if (movie && hasMedia) break;
  }
  if (!movie) throw corrupt('its table of contents is missing');
  await new MovieReader(walker, found).read(movie);
  if (!hasMedia) throw corrupt('it holds no media');
  if (found.endsEarly) throw corrupt('it is cut short');
}

/** More tracks than this are refused, so the rest need not be read. */
const MAX_TRACKS = 64;

/** Only the kinds of the tracks, to distinguish M4A from MP4; undefined without a moov box. */
export async function readTrackKinds(window: Window): Promise<readonly MediaTrack['kind'][] | undefined> {
  const walker = new BoxWalker(window);
  const kinds: MediaTrack['kind'][] = [];
  for await (const box of walker.boxes(0, window.sizeBytes)) {
    if (box.type !== 'moov') continue;
    for await (const track of walker.boxes(box.start, box.end)) {
      if (track.type === 'trak') kinds.push(kindOfHandler(await readHandler(walker, track)));
      if (kinds.length > MAX_TRACKS) break;
    }
    return kinds;
  }
  return undefined;
}

async function readHandler(walker: BoxWalker, track: Box): Promise<string> {
  const media = await walker.find(track, 'mdia');
  const handler = media && (await walker.find(media, 'hdlr'));
  return handler ? (await walker.content(handler, 12)).toString('latin1', 8, 12) : '';
}

class MovieReader {
  private readonly ids: number[] = [];
  private readonly chapters = new Set<number>();
  private movie: Times = { timescale: 0, duration: 0 };
  private longestTrackMs = 0;

  constructor(
    private readonly walker: BoxWalker,
    private readonly found: FoundMedia,
  ) {}

  /** Keeps in `found` what was read, even if the reader fails afterwards. */
  async read(movie: Box): Promise<void> {
    try {
      await this.readBoxes(movie);
    } finally {
      this.found.tracks = this.found.tracks.map((track, index) =>
        this.chapters.has(this.ids[index] ?? 0) ? asChapters(track) : track,
      );
      if (this.chapters.size > 0) this.found.hasChapters = true;
      const { timescale, duration } = this.movie;
      const durationMs = (timescale > 0 ? (duration / timescale) * 1000 : 0) || this.longestTrackMs;
      if (durationMs > 0) this.found.durationMs = durationMs;
    }
  }

  private async readBoxes(movie: Box): Promise<void> {
    for await (const box of this.walker.boxes(movie.start, movie.end)) {
      if (this.found.tracks.length > MAX_TRACKS) return;
      if (box.type === 'mvhd') this.movie = readTimes(await this.walker.content(box, 32), 12);
      else if (box.type === 'trak') await this.readTrack(box);
      else if (box.type === 'mvex') await this.readExtends(box);
      else if (box.type === 'udta') {
        if (await this.walker.find(box, 'chpl')) this.found.hasChapters = true;
        await this.readCovers(box, 0);
      }
    }
  }

  /** The total duration of a fragmented file, if declared. */
  private async readExtends(box: Box): Promise<void> {
    const header = await this.walker.find(box, 'mehd');
    if (!header || this.movie.duration > 0) return;
    const bytes = await this.walker.content(header, 12);
    if (bytes.length < 8) return;
    this.movie.duration = bytes[0] === 1 ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4);
  }

  private async readTrack(track: Box): Promise<void> {
    const kind = kindOfHandler(await readHandler(this.walker, track));
    let described: Omit<MediaTrack, 'kind'> = { codec: unknownCodec('') };
    let rotationDegrees = 0;
    let id = 0;
    for await (const box of this.walker.boxes(track.start, track.end)) {
      if (box.type === 'tkhd')
        ({ id, rotationDegrees } = readTrackHeader(await this.walker.content(box, 96)));
      else if (box.type === 'edts') await this.checkTables(box);
      else if (box.type === 'tref') await this.readChapterReference(box);
      else if (box.type === 'mdia') described = await this.readMedia(box, kind);
    }
    this.ids.push(id);
    this.found.tracks.push({
      kind,
      ...described,
      ...(kind === 'video' && rotationDegrees && { rotationDegrees }),
    });
  }

  private async readMedia(media: Box, kind: MediaTrack['kind']): Promise<Omit<MediaTrack, 'kind'>> {
    const header = await this.walker.find(media, 'mdhd');
    if (header) {
      const { timescale, duration } = readTimes(await this.walker.content(header, 32), 12);
      if (timescale > 0) this.longestTrackMs = Math.max(this.longestTrackMs, (duration / timescale) * 1000);
    }
    const information = await this.walker.find(media, 'minf');
    if (!information) return { codec: unknownCodec('') };
    await this.checkReferences(information);
    const table = await this.walker.find(information, 'stbl');
    if (!table) return { codec: unknownCodec('') };
    await this.checkTables(table);
    const entries = await this.walker.find(table, 'stsd');
    const bytes = entries && (await this.walker.content(entries, 8192));
    if (!bytes || bytes.length < 16) return { codec: unknownCodec('') };
    return readSampleEntry(kind, bytes.subarray(8, Math.max(16, 8 + bytes.readUInt32BE(8))));
  }

  private async checkTables(parent: Box): Promise<void> {
    for await (const box of this.walker.boxes(parent.start, parent.end)) await checkTable(this.walker, box);
  }

  /** A data reference without the flag "in this file" refers to another file. */
  private async checkReferences(information: Box): Promise<void> {
    const data = await this.walker.find(information, 'dinf');
    const references = data && (await this.walker.find(data, 'dref'));
    if (!references) return;
    const IN_THIS_FILE = 1;
    for await (const box of this.walker.boxes(references.start + 8, references.end)) {
      const flags = (await this.walker.content(box, 4))[3] ?? 0;
      if ((flags & IN_THIS_FILE) === 0) {
        throw new AppError('UNSUPPORTED_FORMAT', { message: 'The media of this file are in another file.' });
      }
    }
  }

  private async readChapterReference(references: Box): Promise<void> {
    const chapters = await this.walker.find(references, 'chap');
    if (!chapters) return;
    const ids = await this.walker.content(chapters, 256);
    for (let at = 0; at + 4 <= ids.length; at += 4) this.chapters.add(ids.readUInt32BE(at));
  }

  /** Path `udta/meta/ilst/covr/data`, each of which is a picture. */
  private async readCovers(box: Box, depth: number): Promise<void> {
    const path = ['meta', 'ilst', 'covr', 'data'];
    // `meta` is a full box in MP4 and a plain one in QuickTime.
    const isFull = depth === 1 && startsWithZeros(await this.walker.content(box, 4));
    for await (const inner of this.walker.boxes(box.start + (isFull ? 4 : 0), box.end)) {
      if (inner.type !== path[depth]) continue;
      if (depth < path.length - 1) await this.readCovers(inner, depth + 1);
      else {
        const picture = await this.walker.content(inner, 16);
        // ffmpeg skips pictures of other types, and numbers those that it shows.
        if (picture.length < 16 || !COVER_TYPES.has(picture.readUInt32BE(0))) continue;
        if (this.found.tracks.length > MAX_TRACKS) return;
        this.ids.push(0);
        this.found.tracks.push({ kind: 'video', codec: coverCodec(picture.subarray(8)), isCover: true });
      }
    }
  }
}

const startsWithZeros = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32BE(0) === 0;

/** Types of `data`: JPEG, PNG and BMP. */
const COVER_TYPES = new Set([13, 14, 27]);

/** ffmpeg shows the pictures of chapters as covers; their texts are not subtitles. */
const asChapters = (track: MediaTrack): MediaTrack =>
  track.kind === 'video' ? { ...track, isCover: true } : { kind: 'data', codec: track.codec };

/** Time scale and duration of `mvhd` and `mdhd`; version 1 has wide fields. */
function readTimes(bytes: Buffer, offset: number): Times {
  if (bytes.length < 20) throw corrupt('a header is cut short');
  if (bytes[0] !== 1) {
    const duration = bytes.readUInt32BE(offset + 4);
    return { timescale: bytes.readUInt32BE(offset), duration: duration === 0xffffffff ? 0 : duration };
  }
  if (bytes.length < 32) throw corrupt('a header is cut short');
  const duration = bytes.readBigUInt64BE(offset + 12);
  return {
    timescale: bytes.readUInt32BE(offset + 8),
    duration: duration === 0xffff_ffff_ffff_ffffn ? 0 : Number(duration),
  };
}

/** Track id and the rotation in the display matrix, whose first row is (cos, sin). */
function readTrackHeader(bytes: Buffer): { id: number; rotationDegrees: number } {
  const wide = bytes[0] === 1;
  const matrix = wide ? 52 : 40;
  if (bytes.length < matrix + 8) throw corrupt('a track header is cut short');
  const degrees = Math.round(
    (Math.atan2(bytes.readInt32BE(matrix + 4), bytes.readInt32BE(matrix)) * 180) / Math.PI,
  );
  return { id: bytes.readUInt32BE(wide ? 20 : 12), rotationDegrees: (degrees + 360) % 360 };
}
