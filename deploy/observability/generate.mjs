/** Writes the dashboards of Grafana from their descriptions in `boards/`: `node deploy/observability/generate.mjs`. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { ROOT } from '../local/paths.mjs';

/** Where the dashboards are committed; the chart and compose's Grafana read them there. */
export const DASHBOARDS = `${ROOT}/helm/filemill/files/dashboards`;

const BOARDS = new URL('boards/', import.meta.url);

/** Every dashboard as it must be committed: file name to text. */
export async function generated() {
  const files = readdirSync(BOARDS).sort();
  const entries = await Promise.all(
    files.map(async (file) => {
      const { dashboard } = await import(new URL(file, BOARDS));
      return [`${dashboard.uid}.json`, `${JSON.stringify(dashboard, null, 2)}\n`];
    }),
  );
  return Object.fromEntries(entries);
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(DASHBOARDS, { recursive: true });
  for (const [name, text] of Object.entries(await generated())) writeFileSync(`${DASHBOARDS}/${name}`, text);
}
