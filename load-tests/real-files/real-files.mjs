import { mkdirSync, writeFileSync } from 'node:fs';
import { choose } from './choose.mjs';
import { createConverters } from './convert.mjs';
import { gather } from './gather.mjs';
import { askOrdinaryProgram } from './ordinary.mjs';

const SLOTS = 2;
/** Results are saved this often, for a run that is ended early. */
const KEEP_EVERY = 20;

/** A spread over all formats: one file of each, then a second of each, and so on. */
function spread(files, limit) {
  const place = new Map();
  const rank = new Map(
    files.map((file) => {
      const next = (place.get(file.promised) ?? 0) + 1;
      place.set(file.promised, next);
      return [file, next];
    }),
  );
  return files.toSorted((a, b) => rank.get(a) - rank.get(b)).slice(0, limit);
}

/** The result of one file; if it was refused, also whether an ordinary program opens it. */
async function judge(converters, file) {
  const startedAt = performance.now();
  const tried = await converters.tryFile(file);
  const result = { ...file, ...tried, tookMs: Math.round(performance.now() - startedAt) };
  if (tried.outcome !== 'refused') return result;
  const bare = await askOrdinaryProgram(file.path, tried.to ? tried.format : file.promised);
  return { ...result, outcome: bare.opens ? 'wronglyRefused' : 'rightlyRefused', bare };
}

/**
 * Collects real files, converts each and writes the results.
 *
 * @param {{ root: string, data: string, only?: string, limit?: number, say: (text: string) => void }} options -
 *   `root`: the checkout; `only`: a format's id; `limit`: files in total
 * @returns the results, which are also written to `results.json` in `data`
 */
export async function tryRealFiles({ root, data, only, limit = Number.POSITIVE_INFINITY, say }) {
  mkdirSync(data, { recursive: true });
  say('Downloading packages');
  const { came, missing } = await gather(data, say);
  const chosen = choose(came);
  writeFileSync(
    `${data}/manifest.json`,
    `${JSON.stringify({ packages: came, missing, files: chosen }, null, 2)}\n`,
  );
  const files = spread(
    chosen.filter(({ promised }) => only === undefined || promised === only),
    limit,
  );
  say(`${chosen.length} files of ${came.length} packages and this machine; ${files.length} are tried`);

  const results = [];
  const keep = () =>
    writeFileSync(
      `${data}/results.json`,
      `${JSON.stringify({ at: new Date().toISOString(), asked: files.length, missing, results }, null, 2)}\n`,
    );
  const converters = createConverters(root, SLOTS);
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const result = await judge(converters, file);
      results.push(result);
      if (result.outcome === 'wronglyRefused') {
        say(
          `Refused, but ${result.bare.program} opens it: ${result.source} ${result.name}: ${result.code} ${result.detail}`,
        );
      }
      if (results.length % KEEP_EVERY === 0) {
        keep();
        say(`${results.length} of ${files.length}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: SLOTS }, work));
  } finally {
    keep();
    await converters.close();
  }
  return results;
}
