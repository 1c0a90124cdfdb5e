/** Lets the browser save what is at an address. */
export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Saves what is in memory. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, fileName);
  // The download has begun once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
