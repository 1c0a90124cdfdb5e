/**
 * Reads one metric of a process, from the port on which it reports them.
 *
 * @param pattern - regular expression of its name and labels; without labels it matches any
 * @returns undefined if the process does not report it
 */
export async function metricOf(opsPort: number, pattern: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const value = new RegExp(`^${pattern}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}
