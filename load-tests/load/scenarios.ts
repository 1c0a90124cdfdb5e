import { Problem, type Stack } from '@filemill/local-stack';
import type { KeyHolder } from '../shared/people.ts';
import type { InputName } from './inputs.ts';

/** A scenario before the command line is read. */
interface Declared {
  /** A description for people. */
  readonly what: string;
  /** Duration, if the command line names none. */
  readonly seconds: number;
  /** Calls a second, if the command line names no rate. */
  readonly rate?: number;
  /** Accounts that are created before, each with a key. */
  readonly proAccounts?: number;
  /** Whether the workers are paused: nothing is converted. */
  readonly isPaused?: boolean;
  /** Files that it sends. */
  readonly inputs?: readonly InputName[];
}

/** A scenario as it is run. */
export interface Scenario extends Required<Declared> {
  readonly name: string;
  /** Processes of which a processor profile is written. */
  readonly profiled: readonly string[];
}

/** The scenarios. Each is a script of `load-tests/k6` with its thresholds, except `events`, for which k6 has no client. */
const SCENARIOS: Readonly<Record<string, Declared>> = {
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
 * @param args - a scenario, `--seconds=`, `--rate=` and `--profile=gateway,usage`
 * @throws {Problem} for a scenario that does not exist, or a number out of bounds
 */
export function scenarioOf(args: readonly string[]): Scenario {
  const name = args.find((arg) => !arg.startsWith('--')) ?? '';
  const declared = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!declared) throw new Problem(`npm run load -- <scenario>, one of\n${list()}`);
  const given: Record<string, string | undefined> = Object.fromEntries(
    args.filter((arg) => arg !== name).map((arg) => arg.slice(2).split('=')),
  );
  const numberOf = (option: keyof typeof MOST, byDefault: number): number => {
    const number = Number(given[option] ?? byDefault);
    if (!Number.isInteger(number) || number < 1 || number > MOST[option])
      throw new Problem(`--${option} is a whole number from 1 to ${MOST[option]}.`);
    return number;
  };
  return {
    ...{ proAccounts: 0, isPaused: false, inputs: [], ...declared, name },
    seconds: numberOf('seconds', declared.seconds),
    rate: numberOf('rate', declared.rate ?? 1),
    profiled: given.profile?.split(',') ?? [],
  };
}

const list = (): string =>
  Object.entries(SCENARIOS)
    .map(([name, { what, seconds }]) => `  ${name.padEnd(14)}${what} (${seconds} s)`)
    .join('\n');

/** What a scenario works with. */
export interface LoadRun {
  readonly stack: Stack;
  readonly scenario: Scenario;
  /** Paths of the files that it sends. */
  readonly inputs: Readonly<Partial<Record<InputName, string>>>;
  readonly accounts: readonly KeyHolder[];
}
