import { coverCodec } from './codecs.js';
import { type Box, BoxWalker } from './isobmff-boxes.js';
import { kindOfHandler, readSampleEntry } from './isobmff-samples.js';
import { checkTable } from './isobmff-tables.js';
import { type MediaInfo, type MediaTrack, unknownCodec } from './media-info.js';
import { corrupt, type Window } from './window.js';

interface Times {
  timescale: number;
  duration: number;
}

/** Reads MP4, QuickTime, M4A and 3GP: ISO/IEC 14496-12 and the QuickTime file format. */
export async function readIsobmff(window: Window): Promise<MediaInfo> {
  const walker = new BoxWalker(window);
  let movie: Box | undefined;
  let hasMedia = false;
  for await (const box of topLevel(walker, () => movie !== undefined && hasMedia)) {
    if (box.type === 'moov') movie = box;
    if (box.type === 'mdat' || box.type === 'moof') hasMedia = true;
  }
  if (!movie) throw corrupt('its table of contents is missing');
  if (!hasMedia) throw corrupt('it holds no media');
  return new MovieReader(walker).read(movie);
}

/** Kinds of the tracks alone, for telling M4A from MP4; undefined without a table of contents. */
export async function readTrackKinds(window: Window): Promise<readonly MediaTrack['kind'][] | undefined> {
  const walker = new BoxWalker(window);
  const kinds: MediaTrack['kind'][] = [];
  for await (const box of topLevel(walker, () => false)) {
    if (box.type !== 'moov') continue;
    for await (const track of walker.boxes(box.start, box.end)) {
      if (track.type === 'trak') kinds.push(kindOfHandler(await readHandler(walker, track)));
    }
    return kinds;
  }
  return undefined;
}

/** Top-level boxes; once everything needed was seen, trailing bytes that are no box are let be, as players do. */
async function* topLevel(walker: BoxWalker, isComplete: () => boolean): AsyncGenerator<Box> {
  try {
    yield* walker.boxes(0, walker.window.sizeBytes);
  } catch (error) {
    const lastIsJunk = isComplete() && (await endsInJunk(walker.window));
    if (!lastIsJunk) throw error;
  }
}

/** Recorders pad files with zeros. */
async function endsInJunk(window: Window): Promise<boolean> {
  const tail = await window.read(Math.max(0, window.sizeBytes - 8), 8);
  return tail.every((byte) => byte === 0);
}

async function readHandler(walker: BoxWalker, track: Box): Promise<string> {
  const media = await walker.find(track, 'mdia');
  const handler = media && (await walker.find(media, 'hdlr'));
  return handler ? (await walker.content(handler, 12)).toString('latin1', 8, 12) : '';
}

class MovieReader {
  private readonly tracks: MediaTrack[] = [];
  private readonly ids: number[] = [];
  private readonly chapters = new Set<number>();
  private movie: Times = { timescale: 0, duration: 0 };
  private longestTrackMs = 0;

  constructor(private readonly walker: BoxWalker) {}

  async read(movie: Box): Promise<MediaInfo> {
    for await (const box of this.walker.boxes(movie.start, movie.end)) {
      if (box.type === 'mvhd') this.movie = readTimes(await this.walker.content(box, 32), 12);
      else if (box.type === 'trak') await this.readTrack(box);
      else if (box.type === 'mvex') await this.readExtends(box);
      else if (box.type === 'udta') await this.readCovers(box, 0);
      else if (box.type === 'cmov') throw corrupt('its table of contents is compressed');
    }
    const tracks = this.tracks.map((track, index) =>
      this.chapters.has(this.ids[index] ?? 0) ? { kind: 'data' as const, codec: track.codec } : track,
    );
    const { timescale, duration } = this.movie;
    const movieMs = timescale > 0 ? (duration / timescale) * 1000 : 0;
    const durationMs = movieMs || this.longestTrackMs;
    return { tracks, ...(durationMs > 0 && { durationMs }) };
  }

  /** The whole length of a fragmented file, where it says so. */
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
    this.tracks.push({ kind, ...described, ...(kind === 'video' && rotationDegrees && { rotationDegrees }) });
  }

  private async readMedia(media: Box, kind: MediaTrack['kind']): Promise<Omit<MediaTrack, 'kind'>> {
    const header = await this.walker.find(media, 'mdhd');
    if (header) {
      const { timescale, duration } = readTimes(await this.walker.content(header, 32), 12);
      if (timescale > 0) this.longestTrackMs = Math.max(this.longestTrackMs, (duration / timescale) * 1000);
    }
    const information = await this.walker.find(media, 'minf');
    if (!information) throw corrupt('a track has no media');
    await this.checkReferences(information);
    const table = await this.walker.find(information, 'stbl');
    if (!table) throw corrupt('a track has no sample table');
    await this.checkTables(table);
    const entries = await this.walker.find(table, 'stsd');
    const bytes = entries && (await this.walker.content(entries, 8192));
    if (!bytes || bytes.length < 16) return { codec: unknownCodec('') };
    return readSampleEntry(kind, bytes.subarray(8, Math.max(16, 8 + bytes.readUInt32BE(8))));
  }

  private async checkTables(parent: Box): Promise<void> {
    for await (const box of this.walker.boxes(parent.start, parent.end)) await checkTable(this.walker, box);
  }

  /** A data reference without the flag "in this file" names another file. */
  private async checkReferences(information: Box): Promise<void> {
    const data = await this.walker.find(information, 'dinf');
    const references = data && (await this.walker.find(data, 'dref'));
    if (!references) return;
    const IN_THIS_FILE = 1;
    for await (const box of this.walker.boxes(references.start + 8, references.end)) {
      const flags = (await this.walker.content(box, 4))[3] ?? 0;
      if ((flags & IN_THIS_FILE) === 0) throw corrupt('its media lie in another file');
    }
  }

  private async readChapterReference(references: Box): Promise<void> {
    const chapters = await this.walker.find(references, 'chap');
    if (!chapters) return;
    const ids = await this.walker.content(chapters, 256);
    for (let at = 0; at + 4 <= ids.length; at += 4) this.chapters.add(ids.readUInt32BE(at));
  }

  /** `udta/meta/ilst/covr/data`, each of which is a picture. */
  private async readCovers(box: Box, depth: number): Promise<void> {
    const path = ['meta', 'ilst', 'covr', 'data'];
    // `meta` is a full box in MP4 and a plain one in QuickTime.
    const isFull = depth === 1 && (await this.walker.content(box, 8)).readUInt32BE(0) === 0;
    for await (const inner of this.walker.boxes(box.start + (isFull ? 4 : 0), box.end)) {
      if (inner.type !== path[depth]) continue;
      if (depth < path.length - 1) await this.readCovers(inner, depth + 1);
      else {
        const picture = await this.walker.content(inner, 16);
        if (picture.length < 16) continue;
        this.ids.push(0);
        this.tracks.push({ kind: 'video', codec: coverCodec(picture.subarray(8)), isCover: true });
      }
    }
  }
}

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

/** Track id and the turn in the display matrix, whose first row is (cos, sin). */
function readTrackHeader(bytes: Buffer): { id: number; rotationDegrees: number } {
  const wide = bytes[0] === 1;
  const matrix = wide ? 52 : 40;
  if (bytes.length < matrix + 8) throw corrupt('a track header is cut short');
  const degrees = Math.round(
    (Math.atan2(bytes.readInt32BE(matrix + 4), bytes.readInt32BE(matrix)) * 180) / Math.PI,
  );
  return { id: bytes.readUInt32BE(wide ? 20 : 12), rotationDegrees: (degrees + 360) % 360 };
}
