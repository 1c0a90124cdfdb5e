import { Problem } from '../../deploy/local/report.mjs';

/**
 * The scenarios. Each is a script of `load-tests/k6` with its thresholds, except `events`, for which k6 has no client.
 *
 * `seconds`, `rate`: defaults of the command line; `proAccounts`: created before, with keys; `isPaused`: nothing is converted;
 * `inputs`: files that it sends.
 */
const SCENARIOS = {
  browse: { what: 'visitors of the site, its catalogue and its figures', seconds: 30, rate: 100 },
  'guest-image': { what: 'guests who convert and download a picture', seconds: 30, inputs: ['icon'] },
  'guest-surge': {
    what: '1,000 guests at once, while Pro users convert',
    ...{ seconds: 60, proAccounts: 20, inputs: ['icon'] },
  },
  'api-batch': {
    what: 'API keys that send batches as fast as their rate lets them',
    ...{ seconds: 30, proAccounts: 40, inputs: ['icon'] },
  },
  accept: {
    what: 'small pictures into the queue, with the workers paused',
    ...{ seconds: 30, rate: 400, proAccounts: 400, isPaused: true, inputs: ['icon'] },
  },
  mixed: {
    what: 'visitors, guests, dashboards and API keys together',
    ...{ seconds: 60, proAccounts: 40, inputs: ['icon'] },
  },
  'large-upload': { what: 'sounds of 200 MB', seconds: 30, proAccounts: 2, inputs: ['sound'] },
  dashboard: { what: 'dashboards that ask every 2 s', seconds: 30, rate: 500, proAccounts: 100 },
  events: {
    what: '2,000 open event streams, and conversions that they report',
    ...{ seconds: 30, proAccounts: 250, inputs: ['icon'] },
  },
};

/** Upper limits of `--seconds` and `--rate`. */
const MOST = { seconds: 3_600, rate: 5_000 };

/**
 * Parses the command line.
 *
 * @param {string[]} args - a scenario, `--seconds=`, `--rate=` and `--profile=gateway,usage`
 * @throws {Problem} for a scenario that does not exist, or a number out of bounds
 */
export function scenarioOf(args) {
  const name = args.find((arg) => !arg.startsWith('--')) ?? '';
  if (!Object.hasOwn(SCENARIOS, name)) throw new Problem(`npm run load -- <scenario>, one of\n${list()}`);
  const given = Object.fromEntries(args.filter((arg) => arg !== name).map((arg) => arg.slice(2).split('=')));
  const scenario = { name, rate: 1, proAccounts: 0, isPaused: false, inputs: [], ...SCENARIOS[name] };
  for (const [option, most] of Object.entries(MOST)) {
    const number = Number(given[option] ?? scenario[option]);
    if (!Number.isInteger(number) || number < 1 || number > most)
      throw new Problem(`--${option} is a whole number from 1 to ${most}.`);
    scenario[option] = number;
  }
  return { ...scenario, profiled: given.profile?.split(',') ?? [] };
}

const list = () =>
  Object.entries(SCENARIOS)
    .map(([name, { what, seconds }]) => `  ${name.padEnd(14)}${what} (${seconds} s)`)
    .join('\n');
