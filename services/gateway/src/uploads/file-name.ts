/** Maximum length of an uploaded file's name. */
const MAX_NAME_BYTES = 255;
/** Longest extension that shortening preserves. */
const MAX_EXTENSION_CHARACTERS = 16;

/**
 * Controls, line separators, bidi controls and the byte order mark; joiners are kept, because names in many scripts
 * need them.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The name that a caller gave a file, without folders and without characters that forge a header or reverse text,
 * at most 255 bytes in UTF-8; shortening keeps the extension.
 */
export function cleanFileName(given: string | undefined): string {
  // Browsers encode a quotation mark in a form's file name as %22 (HTML standard, multipart/form-data).
  const last = (given ?? '').replaceAll('%22', '"').toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(INVISIBLE, '').normalize('NFC').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const extension = extensionOf(name);
  const suffix = extension && extension.length <= MAX_EXTENSION_CHARACTERS ? `.${extension}` : '';
  return cut(baseOf(name), MAX_NAME_BYTES - Buffer.byteLength(suffix)) + suffix;
}

/** The part after the last dot, or after the last but one in a compressed `.tar` and in Kobo's `.kepub.epub`. */
const EXTENSION = /^\.*[^.].*?\.(tar\.[^.]+|kepub\.epub|[^.]+)$/is;

/** The extension in lower case, without its dot; undefined if there is none. */
export const extensionOf = (name: string): string | undefined => EXTENSION.exec(name)?.[1]?.toLowerCase();

/** The name without its extension. */
export const baseOf = (name: string): string => {
  const extension = extensionOf(name);
  return extension === undefined ? name : name.slice(0, -extension.length - 1);
};

/** The longest beginning of complete characters that fits. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
