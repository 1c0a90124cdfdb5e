import { describe, expect, it } from '@jest/globals';
import { BufferByteReader } from '../../index.js';
import { readMidi } from './midi.js';

const NOTE = [0x90, 60, 100];
const END = [0, 0xff, 0x2f, 0];
const tempo = (beatUs: number): number[] => [
  0xff,
  0x51,
  3,
  beatUs >> 16,
  (beatUs >> 8) & 0xff,
  beatUs & 0xff,
];

/** @param division - ticks a beat */
function midi(division: number, ...tracks: readonly (readonly number[])[]): Buffer {
  const chunk = (type: string, data: readonly number[]): Buffer => {
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    head.writeUInt32BE(data.length, 4);
    return Buffer.concat([head, Buffer.from(data)]);
  };
  const header = [0, 1, 0, tracks.length, division >> 8, division & 0xff];
  return Buffer.concat([chunk('MThd', header), ...tracks.map((track) => chunk('MTrk', track))]);
}
const durationMs = async (file: Buffer) => (await readMidi(new BufferByteReader(file))).durationMs;

describe('readMidi', () => {
  it.each([
    ['the usual tempo', midi(96, [0, ...NOTE, 96, ...NOTE, ...END]), 500],
    ['a status that is left out', midi(96, [0, ...NOTE, 96, 60, 0, ...END]), 500],
    ['a long delay', midi(96, [0x83, 0, ...NOTE, ...END]), 2_000],
    ['a tempo', midi(96, [0, ...tempo(1_000_000), 96, ...NOTE, ...END]), 1_000],
    ['a tempo that changes in another track', midi(96, [48, ...tempo(1_000_000)], [96, ...NOTE]), 750],
    ['frames of film', midi(0xe728, [96, ...NOTE, 0x87, 0x68, ...NOTE]), 1_096],
    ['the longest of its tracks', midi(96, [0, ...NOTE], [0x81, 0x40, ...NOTE]), 1_000],
    ['a message of an instrument', midi(96, [0, 0xf0, 2, 1, 0xf7, 96, ...NOTE]), 500],
    ['no division', midi(0, [96, ...NOTE]), 0],
  ])('adds up %s', async (_, file, wanted) => {
    expect(await durationMs(file)).toBe(wanted);
  });

  it('reads what there is of a file that is cut, at every byte', async () => {
    const whole = midi(96, [0, ...NOTE, 96, ...NOTE, ...END], [48, ...tempo(1_000_000)]);
    for (let length = 0; length < whole.length; length++)
      expect((await durationMs(whole.subarray(0, length))) ?? 0).toBeLessThanOrEqual(500);
  });

  it('finds that a few bytes last for weeks', async () => {
    const file = midi(1, [0, ...tempo(0xff_ffff), 0xff, 0xff, 0xff, 0x7f, ...NOTE]);
    expect(await durationMs(file)).toBeGreaterThan(7 * 86_400_000);
  });
});
