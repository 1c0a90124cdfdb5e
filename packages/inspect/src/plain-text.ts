/** Formats whose content is plain text without a mark of its own: only the name tells which of them it is. */
const PLAIN_TEXT = new Set(['txt', 'csv', 'tsv', 'html', 'md']);

/** Whether any text is a valid file of this format. */
export const isPlainText = (format: string): boolean => PLAIN_TEXT.has(format);

/**
 * The format of a file whose content and name are both known. Content decides, but plain text is what its name says:
 * a table of commas looks like any other text.
 *
 * @param detected - of {@link detectFormat}
 * @param declared - of the extension
 */
export const resolveFormat = (detected: string, declared: string | undefined): string =>
  detected === 'txt' && declared !== undefined && isPlainText(declared) ? declared : detected;
