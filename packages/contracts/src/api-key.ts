import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Crockford's base32 in lower case: without i, l, o and u. @see https://www.crockford.com/base32.html */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PREFIX = 'fm_';
/** 160 random bits; 32 characters. */
const SECRET_BYTES = 20;
const CHECKSUM_LENGTH = 6;
const FORMAT = /^fm_[0-9a-hjkmnp-tv-z]{32}[0-9a-hjkmnp-tv-z]{6}$/;

/** A new API key: `fm_`, 32 random characters, and 6 that check them. */
export function newApiKey(): string {
  const secret = PREFIX + base32(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), 32);
  return secret + checksum(secret);
}

/**
 * Whether a text can be an API key at all: its form and its checksum are right. So a mistyped or invalid key
 * is refused without a look-up.
 */
export function isApiKey(text: string): boolean {
  if (!FORMAT.test(text)) return false;
  return text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** The low 30 bits of the CRC-32, prefix included. */
const checksum = (secret: string): string => base32(BigInt(crc32(secret)), CHECKSUM_LENGTH);

/** The lowest `5 × length` bits of a number, highest first. */
function base32(value: bigint, length: number): string {
  let text = '';
  for (let shift = 5 * (length - 1); shift >= 0; shift -= 5)
    text += ALPHABET[Number((value >> BigInt(shift)) & 31n)];
  return text;
}
