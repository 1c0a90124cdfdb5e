import scriptNode from '../../../examples/convert.mjs?raw';
import scriptPython from '../../../examples/convert.py?raw';
import asyncNode from '../../../examples/convert-async.mjs?raw';
import asyncPython from '../../../examples/convert-async.py?raw';
import syncNode from '../../../examples/convert-sync.mjs?raw';
import syncPython from '../../../examples/convert-sync.py?raw';
import requirements from '../../../examples/requirements.txt?raw';

/** A file of the repository that runs as it stands; a test runs each of them. */
export interface Program {
  readonly name: string;
  readonly code: string;
}

/** The service's address in the files, which the page replaces by its own. */
const FILE_ORIGIN = 'http://localhost:3000';

/** A program that asks the service from which it was loaded. */
export const programFor = ({ name, code }: Program, origin: string): Program => ({
  name,
  code: code.replaceAll(FILE_ORIGIN, origin),
});

export const EXAMPLES = {
  node: {
    sync: { name: 'convert-sync.mjs', code: syncNode },
    async: { name: 'convert-async.mjs', code: asyncNode },
  },
  python: {
    sync: { name: 'convert-sync.py', code: syncPython },
    async: { name: 'convert-async.py', code: asyncPython },
  },
} as const satisfies Record<string, Record<string, Program>>;

export const SCRIPTS = {
  node: { name: 'convert.mjs', code: scriptNode },
  python: { name: 'convert.py', code: scriptPython },
} as const satisfies Record<string, Program>;

/** What pip would install for the script: nothing. */
export const REQUIREMENTS: Program = { name: 'requirements.txt', code: requirements };

/** The program that runs each language. */
export const RUNNERS = { node: 'node', python: 'python3' } as const;
export type ProgramLanguage = keyof typeof RUNNERS;
