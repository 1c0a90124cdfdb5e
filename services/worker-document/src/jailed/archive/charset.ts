import { LIKELIHOODS } from './likelihood.js';

/** Names as text, and the encoding if it was not UTF-8. */
interface DecodedNames {
  /** In the order of the input. */
  readonly names: readonly string[];
  readonly charset: string | undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the names of one archive. Valid UTF-8 is decoded as UTF-8. All other names are decoded together, because a
 * single name is too short to recognise an encoding; the encoding with the most likely text is used.
 */
export function decodeNames(raw: readonly Buffer[]): DecodedNames {
  const names = raw.map(decodeUtf8);
  const foreign = raw.filter((_, index) => names[index] === undefined);
  if (foreign.length === 0) return { names: names.map((name) => name ?? ''), charset: undefined };
  const charset = likeliest(foreign);
  const decode = decoderOf(charset);
  return {
    names: names.map((name, index) => name ?? decodeBest(raw[index] ?? Buffer.alloc(0), decode)),
    charset,
  };
}

/** A name that is invalid in the others' encoding is decoded with one that maps every byte. */
const decodeBest = (bytes: Buffer, decode: (bytes: Buffer) => string | undefined): string =>
  decode(bytes) ?? decodeCodePage(bytes, 'cp437');

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined; // a decoding error means exactly this
  }
}

/** Enough for a decision; more names would only take time. */
const SAMPLE_NAMES = 2_000;

function likeliest(names: readonly Buffer[]): string {
  const sample = names.slice(0, SAMPLE_NAMES);
  let best = { charset: 'cp437', score: Number.NEGATIVE_INFINITY };
  for (const [charset, likelihood] of Object.entries(LIKELIHOODS)) {
    const decode = decoderOf(charset);
    let score = 0;
    for (const name of sample) {
      const text = decode(name);
      score += text === undefined ? Number.NEGATIVE_INFINITY : likelihood(text);
      if (score <= best.score) break; // every further name lowers the score
    }
    if (score > best.score) best = { charset, score };
  }
  return best.charset;
}

/** Undefined if the bytes are invalid in this encoding. */
function decoderOf(charset: string): (bytes: Buffer) => string | undefined {
  if (CODE_PAGES[charset]) return (bytes) => decodeCodePage(bytes, charset);
  const decoder = new TextDecoder(charset, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined; // a decoding error means exactly this
    }
  };
}

/**
 * The upper halves of the DOS code pages of Western zips, from the Unicode Consortium's tables
 * MAPPINGS/VENDORS/MICSFT/PC/CP437.TXT and CP850.TXT; TextDecoder supports neither.
 */
const CODE_PAGES: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

/** @param codePage - one of {@link CODE_PAGES} */
const decodeCodePage = (bytes: Buffer, codePage: string): string =>
  Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (CODE_PAGES[codePage]?.[byte - 0x80] ?? ''),
  ).join('');
