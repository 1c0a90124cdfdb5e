import type { ByteReader } from '../../bytes/byte-reader.js';
import type { Facts } from '../../define/facts.js';

/** A symphony has a tenth of this. */
const MAX_BYTES = 4 * 1_048_576;
const CHUNK_HEADER_BYTES = 8;
/** Where the file begins in RIFF. */
const RIFF_START = 20;
/** Until a tempo is given: 120 beats a minute. */
const USUAL_BEAT_US = 500_000;
const META = 0xff;
const TEMPO = 0x51;
/** Bytes that follow a status of each kind, by its upper half, from 8 on (MIDI 1.0, table 1). */
const DATA_BYTES = [2, 2, 2, 2, 1, 1, 2];

interface Tempo {
  readonly tick: number;
  readonly beatUs: number;
}

/** How long the notes are played (Standard MIDI Files 1.0), as far as they can be read. */
export async function readMidi(reader: ByteReader): Promise<Facts> {
  const file = await reader.read(0, Math.min(MAX_BYTES, reader.sizeBytes));
  const start = file.toString('latin1', 0, 4) === 'RIFF' ? RIFF_START : 0;
  if (file.length < start + 14) return {};
  const division = file.readUInt16BE(start + 12);
  const tempos: Tempo[] = [];
  let lastTick = 0;
  for (
    let at = start + CHUNK_HEADER_BYTES + file.readUInt32BE(start + 4);
    at + CHUNK_HEADER_BYTES <= file.length;
  ) {
    const end = Math.min(file.length, at + CHUNK_HEADER_BYTES + file.readUInt32BE(at + 4));
    if (file.toString('latin1', at, at + 4) === 'MTrk')
      lastTick = Math.max(lastTick, readTrack(file.subarray(at + CHUNK_HEADER_BYTES, end), tempos));
    at = end;
  }
  return { durationMs: Math.round(secondsOf(lastTick, division, tempos) * 1_000) };
}

/** Adds the tempos of a track. @returns the time of its end */
function readTrack(track: Buffer, tempos: Tempo[]): number {
  let [at, tick, status] = [0, 0, 0];
  const number = (): number => {
    let value = 0;
    for (let i = 0; i < 4 && at < track.length; i++) {
      const byte = track[at++] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < track.length) {
    tick += number();
    // A status is left out if it is that of the event before.
    if ((track[at] ?? 0) >= 0x80) status = track[at++] ?? 0;
    if (status < 0x80) break;
    if (status === META) {
      const type = track[at++];
      const length = number();
      if (type === TEMPO && length >= 3 && at + 3 <= track.length)
        tempos.push({ tick, beatUs: track.readUIntBE(at, 3) });
      at += length;
    } else if (status >= 0xf0) {
      const length = number();
      at += length;
    } else at += DATA_BYTES[(status >> 4) - 8] ?? 0;
  }
  return tick;
}

/** @param division - ticks a beat; or frames a second, negative, in the upper byte, and ticks a frame in the lower */
function secondsOf(lastTick: number, division: number, tempos: readonly Tempo[]): number {
  if (division >= 0x8000) {
    const ticksASecond = (256 - (division >> 8)) * (division & 0xff);
    return ticksASecond === 0 ? 0 : lastTick / ticksASecond;
  }
  if (division === 0) return 0;
  let [tick, beatUs, sumUs] = [0, USUAL_BEAT_US, 0];
  for (const tempo of tempos.toSorted((a, b) => a.tick - b.tick)) {
    sumUs += ((tempo.tick - tick) / division) * beatUs;
    ({ tick, beatUs } = tempo);
  }
  return (sumUs + ((lastTick - tick) / division) * beatUs) / 1_000_000;
}
