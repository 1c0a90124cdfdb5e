/** One drawn page: RGB, row-major, `widthPx * heightPx * 3` bytes. */
export interface PpmPage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixels: Buffer;
}

/** `P6 <width> <height> 255` and one white space: ppm(5), as pdftoppm writes it. */
const HEADER = /^P6\s(\d+)\s(\d+)\s255\s/;
const MAX_HEADER_BYTES = 64;

/**
 * Splits a stream of consecutive binary PPM pictures into pages.
 *
 * @throws {Error} if the stream has another format or ends inside a page
 */
export async function* ppmPages(stream: AsyncIterable<Buffer>): AsyncGenerator<PpmPage> {
  let head = Buffer.alloc(0);
  let page: PpmPage | undefined;
  let filled = 0;
  for await (let chunk of stream) {
    while (chunk.length > 0) {
      if (!page) {
        head = Buffer.concat([head, chunk]);
        const match = HEADER.exec(head.toString('latin1', 0, MAX_HEADER_BYTES));
        if (!match && head.length >= MAX_HEADER_BYTES) throw new Error('not a PPM picture');
        if (!match) break;
        const [widthPx, heightPx] = [Number(match[1]), Number(match[2])];
        page = { widthPx, heightPx, pixels: Buffer.allocUnsafe(widthPx * heightPx * 3) };
        chunk = head.subarray(match[0].length);
        head = Buffer.alloc(0);
        filled = 0;
      }
      const taken = chunk.copy(page.pixels, filled);
      filled += taken;
      chunk = chunk.subarray(taken);
      if (filled < page.pixels.length) continue;
      yield page;
      page = undefined;
    }
  }
  if (page || head.length > 0) throw new Error('the last page is cut short');
}
