import { readFile } from 'node:fs/promises';
import type { LossCode } from '@filemill/formats';
import { blend, isKnownMode, isThrough, toScreen } from './gimp-blend.js';
import { type GimpFile, type Layer, parseGimp, TILE_PX, type Tiles } from './gimp-file.js';
import { readTile, type Tile } from './gimp-tiles.js';
import { type Canvas, emptyCanvas, requireSize } from './pictures.js';
import { Refused } from './refused.js';

/** Of all layers that are seen: as many as can be merged within the time of a picture. */
const MAX_LAYER_PIXELS = 400_000_000;
/** Of the pictures that groups in groups need at once. */
const MAX_BYTES = 1_200_000_000;

/** Merges the layers of a file of GIMP as they are seen. @throws {Refused} */
export async function readGimp(path: string): Promise<{ picture: Canvas; losses: readonly LossCode[] }> {
  const file = parseGimp(await readFile(path));
  requireSize(file.widthPx, file.heightPx);
  if (seenPixels(file) > MAX_LAYER_PIXELS) throw new Refused('layers');
  const root = childrenOf(file.layers, []);
  const merging = new Merging(file);
  const picture = merging.merge(root, 1);
  const { profile } = file;
  return {
    picture: profile ? { ...picture, profile } : picture,
    losses: [
      ...(file.layers.length > 1 ? (['layers_merged'] as const) : []),
      ...(merging.isSimplified ? (['layer_modes_dropped'] as const) : []),
    ],
  };
}

/** Pixels of the layers and groups that are seen, as far as they lie in the picture. */
function seenPixels({ widthPx, heightPx, layers }: GimpFile): number {
  const overlap = (from: number, length: number, whole: number): number =>
    Math.max(0, Math.min(from + length, whole) - Math.max(0, from));
  return layers
    .filter(({ isVisible }) => isVisible)
    .map(
      ({ leftPx, topPx, tiles }) =>
        overlap(leftPx, tiles.widthPx, widthPx) * overlap(topPx, tiles.heightPx, heightPx),
    )
    .reduce((sum, pixels) => sum + pixels, 0);
}

/** A layer with those in it, the uppermost first. */
interface Branch {
  readonly layer: Layer;
  readonly children: readonly Branch[];
}

/** The layers directly in a group; the file names them in order, with their places. */
function childrenOf(layers: readonly Layer[], group: readonly number[]): readonly Branch[] {
  const inside = layers.filter(({ path }) => group.every((place, depth) => path[depth] === place));
  return inside
    .filter(({ path }) => path.length === group.length + 1)
    .map((layer) => ({
      layer,
      children: layer.isGroup
        ? childrenOf(
            inside.filter((one) => one !== layer),
            layer.path,
          )
        : [],
    }));
}

class Merging {
  /** Some layer is mixed in a way that is not known here. */
  isSimplified = false;

  constructor(private readonly file: GimpFile) {}

  /** @param depth - pictures that exist then */
  merge(branches: readonly Branch[], depth: number): Canvas {
    const { widthPx, heightPx, samples } = this.file;
    const isDeep = samples.bytes > 1;
    if (widthPx * heightPx * 4 * (isDeep ? 2 : 1) * depth > MAX_BYTES) throw new Refused('layers');
    const canvas = emptyCanvas(widthPx, heightPx, isDeep);
    this.draw(canvas, branches, depth);
    return canvas;
  }

  private draw(canvas: Canvas, branches: readonly Branch[], depth: number): void {
    for (const { layer, children } of branches.toReversed()) {
      if (!layer.isVisible || layer.opacity === 0) continue;
      if (layer.isFloating || !isKnownMode(layer.mode)) this.isSimplified = true;
      if (!layer.isGroup) this.drawTiles(canvas, layer);
      else if (isThrough(layer.mode) && layer.opacity === 1 && !layer.mask)
        this.draw(canvas, children, depth);
      else this.drawGroup(canvas, layer, this.merge(children, depth + 1));
    }
  }

  private drawTiles(canvas: Canvas, layer: Layer): void {
    for (const index of layer.tiles.offsets.keys()) {
      if (!this.isSeen(layer, layer.tiles, index)) continue;
      const tile = readTile(this.file, layer.tiles, index);
      blend(canvas, this.coloured(tile, layer), layer, this.maskOf(layer, index));
    }
  }

  /** A group has a mask as large as itself, and the picture of its layers is as large as the whole. */
  private drawGroup(canvas: Canvas, layer: Layer, picture: Canvas): void {
    const whole = { ...layer.tiles, channels: 4 };
    for (const index of layer.tiles.offsets.keys()) {
      if (!this.isSeen(layer, whole, index)) continue;
      blend(canvas, tileOf(picture, layer, index), layer, this.maskOf(layer, index));
    }
  }

  /** Whether a tile lies in the picture. */
  private isSeen({ leftPx, topPx }: Layer, { widthPx }: Tiles, index: number): boolean {
    const columns = Math.ceil(widthPx / TILE_PX);
    const [left, top] = [leftPx + (index % columns) * TILE_PX, topPx + Math.floor(index / columns) * TILE_PX];
    const { file } = this;
    return left < file.widthPx && top < file.heightPx && left + TILE_PX > 0 && top + TILE_PX > 0;
  }

  private maskOf({ mask, tiles }: Layer, index: number): Tile | undefined {
    if (!mask) return undefined;
    if (mask.widthPx !== tiles.widthPx || mask.heightPx !== tiles.heightPx) throw new Refused('broken');
    return readTile(this.file, mask, index);
  }

  /** The same tile in RGBA, as on a screen. */
  private coloured({ values, ...tile }: Tile, { kind }: Layer): Tile {
    const { colours, samples } = this.file;
    const hasAlpha = kind % 2 === 1;
    const channels = [3, 4, 1, 2, 1, 2][kind] ?? 1;
    const pixels = tile.widthPx * tile.heightPx;
    const rgba = new Float32Array(pixels * 4);
    const shown = samples.isLinear ? toScreen : (value: number): number => value;
    for (let pixel = 0; pixel < pixels; pixel++) {
      const from = pixel * channels;
      const first = values[from] as number;
      for (let channel = 0; channel < 3; channel++) {
        const number = Math.round(first * 255) * 3 + channel;
        rgba[pixel * 4 + channel] =
          kind >= 4
            ? (colours[number] ?? 0) / 255
            : shown(kind < 2 ? (values[from + channel] as number) : first);
      }
      rgba[pixel * 4 + 3] = hasAlpha ? (values[from + channels - 1] as number) : 1;
    }
    return { ...tile, values: rgba };
  }
}

/** The part of a picture under a tile of a group. */
function tileOf(
  { widthPx, heightPx, samples }: Canvas,
  { leftPx, topPx, tiles }: Layer,
  index: number,
): Tile {
  const columns = Math.ceil(tiles.widthPx / TILE_PX);
  const [left, top] = [(index % columns) * TILE_PX, Math.floor(index / columns) * TILE_PX];
  const size = {
    widthPx: Math.min(TILE_PX, tiles.widthPx - left),
    heightPx: Math.min(TILE_PX, tiles.heightPx - top),
  };
  const values = new Float32Array(size.widthPx * size.heightPx * 4);
  const max = samples instanceof Uint16Array ? 65_535 : 255;
  for (let y = 0; y < size.heightPx; y++) {
    for (let x = 0; x < size.widthPx; x++) {
      const [column, row] = [leftPx + left + x, topPx + top + y];
      if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) continue;
      for (let channel = 0; channel < 4; channel++)
        values[(y * size.widthPx + x) * 4 + channel] =
          (samples[(row * widthPx + column) * 4 + channel] as number) / max;
    }
  }
  return { leftPx: left, topPx: top, ...size, values };
}
