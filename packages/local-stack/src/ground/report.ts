import { userInfo } from 'node:os';

/** A problem that the person at the keyboard can solve: printed as one sentence, without a stack. */
export class Problem extends Error {}

const STILL_WORKING_MS = 15_000;
const startedAt = Date.now();
const elapsed = (): string => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;

/** Prints one line of progress. */
export const say = (text: string): void => console.log(`${elapsed()}  ${text}`);

/** Runs `work`, and prints progress while it takes long. */
export async function step<T>(text: string, work: () => T | Promise<T>): Promise<T> {
  say(text);
  const timer = setInterval(() => say(`${text} (still working)`), STILL_WORKING_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Explanation of a failed system call that the operator can fix; undefined for any other error. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof Problem) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return `The disk is full${path ? `: ${path} could not be written` : ''}.`;
  if (code === 'EROFS') return `${path} is on a read-only file system.`;
  if (code !== 'EACCES' && code !== 'EPERM') return undefined;
  return `${userInfo().username} may not write ${path}: give it the rights, or start as root.`;
}

/** Runs the body of a command; a Problem ends it with its sentence, anything else with its stack. */
export async function main(body: () => unknown): Promise<void> {
  try {
    await body();
  } catch (error) {
    const sentence = sentenceFor(error);
    console.error(sentence === undefined ? error : `\n${sentence}`);
    process.exitCode = 1;
    // Something that failed half-way may have left a timer or a child's pipe open.
    setTimeout(() => process.exit(), 500).unref();
  }
}
