import type { Layer } from './gimp-file.js';
import type { Tile } from './gimp-tiles.js';
import type { Canvas } from './pictures.js';

/** A colour of the layer over one of those below, 0 to 1. */
type Mix = (below: number, above: number) => number;

interface Mode {
  readonly mix: Mix;
  /** In proportion to the light, if the layer does not say. */
  readonly isLinear: boolean;
  /** It changes only what is below, and leaves transparent parts transparent. */
  readonly isClipped: boolean;
}

const over: Mix = (_, above) => above;
const multiply: Mix = (below, above) => below * above;
const screen: Mix = (below, above) => 1 - (1 - below) * (1 - above);
const differ: Mix = (below, above) => Math.abs(below - above);
const add: Mix = (below, above) => Math.min(1, below + above);
const subtract: Mix = (below, above) => Math.max(0, below - above);
const normal = (isLinear: boolean): Mode => ({ mix: over, isLinear, isClipped: false });
const clipped = (mix: Mix, isLinear = false): Mode => ({ mix, isLinear, isClipped: true });

const NORMAL = normal(true);
/** Numbers of modes: app/operations/operations-enums.h of GIMP 2.10; those below 23 are of older versions. */
const MODES: Readonly<Record<number, Mode>> = {
  0: normal(false),
  3: clipped(multiply),
  4: clipped(screen),
  6: clipped(differ),
  7: clipped(add),
  8: clipped(subtract),
  9: clipped(Math.min),
  10: clipped(Math.max),
  28: NORMAL,
  30: clipped(multiply, true),
  31: clipped(screen),
  32: clipped(differ),
  33: clipped(add, true),
  34: clipped(subtract, true),
  35: clipped(Math.min),
  36: clipped(Math.max),
};
/** Of a group: its layers are drawn as if it were not there. */
const PASS_THROUGH = 61;

/** Whether layers of a mode look here as in GIMP; others are drawn as normal ones. */
export const isKnownMode = (mode: number): boolean => MODES[mode] !== undefined || isThrough(mode);
/** Whether the layers of a group lie directly on those below it. */
export const isThrough = (mode: number): boolean => mode === PASS_THROUGH;

/** IEC 61966-2-1. */
const toLight = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
/** From light to a screen, 0 to 1: IEC 61966-2-1. */
export const toScreen = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Draws a tile of a layer on a picture. @param mask - how much of each of its pixels is seen */
export function blend(canvas: Canvas, tile: Tile, layer: Layer, mask: Tile | undefined): void {
  const { widthPx, heightPx, samples } = canvas;
  const max = samples instanceof Uint16Array ? 65_535 : 255;
  const mode = MODES[layer.mode] ?? NORMAL;
  const mixing = { ...mode, isLinear: layer.isMixedLinear ?? mode.isLinear };
  for (let y = 0; y < tile.heightPx; y++) {
    const row = layer.topPx + tile.topPx + y;
    if (row < 0 || row >= heightPx) continue;
    for (let x = 0; x < tile.widthPx; x++) {
      const column = layer.leftPx + tile.leftPx + x;
      if (column < 0 || column >= widthPx) continue;
      const pixel = y * tile.widthPx + x;
      const seen = layer.opacity * (mask ? (mask.values[pixel] as number) : 1);
      blendPixel(samples, (row * widthPx + column) * 4, max, tile.values, pixel * 4, seen, mixing);
    }
  }
}

function blendPixel(
  below: Canvas['samples'],
  at: number,
  max: number,
  above: Float32Array,
  from: number,
  seen: number,
  { mix, isLinear, isClipped }: Mode,
): void {
  const alpha = (above[from + 3] as number) * seen;
  const under = (below[at + 3] as number) / max;
  if (alpha === 0 || (isClipped && under === 0)) return;
  const isWhole = alpha === 1 && !isClipped;
  const sum = isClipped ? under : alpha + under * (1 - alpha);
  // Of the colour above in what is seen.
  const share = isClipped ? alpha : alpha / sum;
  for (let channel = 0; channel < 3; channel++) {
    const colour = above[from + channel] as number;
    if (isWhole || (under === 0 && !isClipped)) {
      below[at + channel] = Math.round(colour * max);
      continue;
    }
    const old = (below[at + channel] as number) / max;
    const [a, b] = isLinear ? [toLight(old), toLight(colour)] : [old, colour];
    const mixed = a * (1 - share) + mix(a, b) * share;
    below[at + channel] = Math.round((isLinear ? toScreen(mixed) : mixed) * max);
  }
  below[at + 3] = Math.round(sum * max);
}
