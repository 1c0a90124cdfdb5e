/** Writes the dashboards of Grafana from their descriptions in `boards/`: `node deploy/observability/generate.ts`. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { ROOT } from '@filemill/local-stack';
import type { Board } from './grafana-board.ts';

/** Where the dashboards are committed; the chart and compose's Grafana read them there. */
export const DASHBOARDS = `${ROOT}/helm/filemill/files/dashboards`;

const BOARDS = new URL('boards/', import.meta.url);

/** All dashboards, by the names of their files. */
export async function allBoards(): Promise<Record<string, Board>> {
  const files = readdirSync(BOARDS).sort();
  const entries = files.map(async (file) => {
    const { dashboard }: { dashboard: Board } = await import(new URL(file, BOARDS).href);
    return [`${dashboard.uid}.json`, dashboard] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The text of a dashboard's file. */
export const textOf = (board: Board): string => `${JSON.stringify(board, null, 2)}\n`;

if (process.argv[1] === import.meta.filename) {
  mkdirSync(DASHBOARDS, { recursive: true });
  for (const [name, board] of Object.entries(await allBoards()))
    writeFileSync(`${DASHBOARDS}/${name}`, textOf(board));
}
