/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

/** A module with everything that it imports at once. */
function withImports(manifest: Manifest, id: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[id];
  if (!chunk || seen.has(id)) return seen;
  seen.add(id);
  for (const inner of chunk.imports ?? []) withImports(manifest, inner, seen);
  return seen;
}

/**
 * Links that let the browser fetch a page's code, texts and styles at once, and not one after another.
 *
 * @param sources - modules of the page, as the manifest names them; those that it does not have are left out
 */
export function preloads(manifest: Manifest, sources: readonly string[]): string {
  const entry = withImports(manifest, 'index.html');
  const ids = new Set(sources.flatMap((source) => [...withImports(manifest, source)]));
  const chunks = [...ids].filter((id) => !entry.has(id)).flatMap((id) => manifest[id] ?? []);
  const styles = chunks.flatMap(({ css = [] }) =>
    css.map((file) => `<link rel="stylesheet" href="/${file}">`),
  );
  const code = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return [...styles, ...code].join('');
}
