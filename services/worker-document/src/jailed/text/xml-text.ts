/** Characters that XML 1.0 cannot hold: all but these. */
const FORBIDDEN = /[^\t\n\r -\ufffd]/g;

/** The text without the characters that XML 1.0 cannot hold. */
export const heldByXml = (text: string): string => text.replace(FORBIDDEN, '').toWellFormed();
