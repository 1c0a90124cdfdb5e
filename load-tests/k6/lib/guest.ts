/** A new random fingerprint: 64 hexadecimal digits. */
export const newFingerprint = (): string =>
  Array.from({ length: 64 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
