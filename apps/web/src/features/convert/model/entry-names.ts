/**
 * Names of the entries of a zip made in the browser, as in the server's zip: `<base>_converted.<ext>`; duplicate
 * names get a number.
 *
 * @param fileNames - names of the results, in the order of the list
 */
export function entryNames(fileNames: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return fileNames.map((name) => {
    const dot = name.lastIndexOf('.');
    const base = dot > 0 ? name.slice(0, dot) : name;
    const ending = dot > 0 ? name.slice(dot) : '';
    let entry = `${base}_converted${ending}`;
    for (let number = 2; seen.has(entry.toLowerCase()); number += 1) {
      entry = `${base}_converted (${number})${ending}`;
    }
    seen.add(entry.toLowerCase());
    return entry;
  });
}

/** Name of the zip, with the time: `filemill-20261121-170500.zip`. */
export function zipName(product: string, at: Date): string {
  const digits = at.toISOString().replace(/\D/g, '');
  return `${product.toLowerCase()}-${digits.slice(0, 8)}-${digits.slice(8, 14)}.zip`;
}
