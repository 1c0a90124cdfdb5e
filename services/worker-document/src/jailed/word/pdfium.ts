import { readFileSync } from 'node:fs';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** PDFium's functions, by their C names; handles are numbers, 0 is none. @see https://pdfium.googlesource.com/pdfium/+/HEAD/public */
export type Functions = Omit<WrappedPdfiumModule, 'pdfium'>;

/** What of Emscripten's module is used here; the package names types that it does not ship. */
interface EmscriptenParts {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
}

/** Where functions write their results: all fit in. */
const SCRATCH_BYTES = 4_096;

/** An affine matrix as PDF has it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** First `before`, then `after`. */
export const concatenate = (before: Matrix, after: Matrix): Matrix => [
  before[0] * after[0] + before[1] * after[2],
  before[0] * after[1] + before[1] * after[3],
  before[2] * after[0] + before[3] * after[2],
  before[2] * after[1] + before[3] * after[3],
  before[4] * after[0] + before[5] * after[2] + after[4],
  before[4] * after[1] + before[5] * after[3] + after[5],
];

/** PDFium as WebAssembly, with the memory that it shares with us. */
export class Pdfium {
  /** Address of memory for results of the next call. */
  readonly scratch: number;
  private view: DataView;

  private constructor(
    readonly call: Functions,
    private readonly module: EmscriptenParts,
  ) {
    this.scratch = module.wasmExports.malloc(SCRATCH_BYTES);
    this.view = new DataView(module.HEAPU8.buffer);
  }

  /** @param wasm - path of its compiled code */
  static async load(wasm: string): Promise<Pdfium> {
    const overrides = { wasmBinary: readFileSync(wasm) } as unknown as Parameters<typeof init>[0];
    const { pdfium, ...call } = await init(overrides);
    call.PDFiumExt_Init();
    return new Pdfium(call, pdfium as unknown as EmscriptenParts);
  }

  /** Copies bytes into its memory. @returns their address, for {@link free} */
  store(bytes: Uint8Array): number {
    const address = this.allocate(bytes.length);
    this.module.HEAPU8.set(bytes, address);
    return address;
  }

  /** @throws {Error} if there is not so much memory */
  allocate(bytes: number): number {
    const address = this.module.wasmExports.malloc(bytes);
    if (address === 0) throw new Error(`PDFium has no memory for ${bytes} bytes`);
    return address;
  }

  free(address: number): void {
    this.module.wasmExports.free(address);
  }

  /** A view of its memory, until the next call. */
  bytes(address: number, length: number): Uint8Array {
    return this.module.HEAPU8.subarray(address, address + length);
  }

  float(at = 0): number {
    return this.memory().getFloat32(this.scratch + at, true);
  }

  double(at = 0): number {
    return this.memory().getFloat64(this.scratch + at, true);
  }

  int(at = 0): number {
    return this.memory().getInt32(this.scratch + at, true);
  }

  setInt(value: number, at = 0): void {
    this.memory().setInt32(this.scratch + at, value, true);
  }

  /** The matrix that a function has written to {@link scratch}. */
  matrix(): Matrix {
    return [
      ...([this.float(0), this.float(4), this.float(8)] as const),
      ...([this.float(12), this.float(16), this.float(20)] as const),
    ];
  }

  /** Text in UTF-16. @param read - writes it to an address that has room for some bytes, and returns how many it has, its end included */
  text16(read: (address: number, bytes: number) => number): string {
    return this.text(read, 2, 'utf-16le');
  }

  /** Text in UTF-8. @param read - as in {@link text16} */
  text8(read: (address: number, bytes: number) => number): string {
    return this.text(read, 1, 'utf-8');
  }

  private text(read: (address: number, bytes: number) => number, unit: number, encoding: string): string {
    const decode = (address: number, length: number): string =>
      new TextDecoder(encoding).decode(this.bytes(address, Math.max(0, length - unit)).slice());
    const length = read(this.scratch, SCRATCH_BYTES);
    if (length <= SCRATCH_BYTES) return decode(this.scratch, length);
    const address = this.allocate(length);
    try {
      return decode(address, Math.min(length, read(address, length)));
    } finally {
      this.free(address);
    }
  }

  /** It moves when it grows. */
  private memory(): DataView {
    if (this.view.buffer !== this.module.HEAPU8.buffer) this.view = new DataView(this.module.HEAPU8.buffer);
    return this.view;
  }
}
