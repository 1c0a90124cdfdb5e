import type { MediaOptions } from '@filemill/formats';

/** Whether the user wants another sound: other tones, another loudness, or another moment. */
export const changesTone = (options: MediaOptions): boolean => {
  const { loudness, pitch = 0, bass = 0, treble = 0, highpass, lowpass, audioDelay = 0 } = options;
  return (
    [pitch, bass, treble, audioDelay].some((amount) => amount !== 0) ||
    [loudness, highpass, lowpass].some((value) => value !== undefined)
  );
};

const SEMITONES_OF_AN_OCTAVE = 12;

/** Filters of the tones, without the loudness, which is measured after them. */
export function toneFilters({ pitch = 0, bass = 0, treble = 0, highpass, lowpass }: MediaOptions): string[] {
  return [
    ...(pitch === 0 ? [] : [`rubberband=pitch=${(2 ** (pitch / SEMITONES_OF_AN_OCTAVE)).toFixed(6)}`]),
    ...(highpass === undefined ? [] : [`highpass=f=${highpass}`]),
    ...(lowpass === undefined ? [] : [`lowpass=f=${lowpass}`]),
    ...(bass === 0 ? [] : [`bass=g=${bass}`]),
    ...(treble === 0 ? [] : [`treble=g=${treble}`]),
  ];
}
