import { readFileSync } from 'node:fs';

const STANDARD_INPUT = 0;

/**
 * The arguments of the script's job. A script that stands by is started without any, before its uploaded file is there: its
 * modules are loaded, and it waits here.
 */
export function jobArguments(): readonly string[] {
  const own = process.argv.slice(2);
  return own.length > 0 ? own : waitForArguments();
}

/**
 * Arguments come on standard input, each ended by a NUL, and the end of input begins the job. End of input without arguments
 * ends the script, so that it ends with its worker.
 */
export function waitForArguments(): readonly string[] {
  const received = readFileSync(STANDARD_INPUT, 'utf8').split('\0').slice(0, -1);
  if (received.length === 0) process.exit(0);
  return received;
}
