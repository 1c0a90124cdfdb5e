import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import type { EngineContext } from '../engines/engine.js';
import type { Limits, RunResult } from '../jail/sandbox.js';
import type { JoinRequest } from './joiner.js';

/** A file of the step as the jail shows it. */
export const jailedInput = (path: string): string => `/job/in/${basename(path)}`;
/** The output as the jail shows it. */
export const jailedOutput = (path: string): string => `/job/out/${basename(path)}`;

/** A program of a joiner, with its limits. */
export interface JoinProgram {
  readonly program: string;
  readonly limits: Limits;
}

/** Runs a joiner's program in the jail, at most until the deadline of the conversion. */
export const runJoiner = (
  context: EngineContext,
  { program, limits }: JoinProgram,
  { folder, deadlineMs }: Pick<JoinRequest, 'folder' | 'deadlineMs'>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<RunResult> => {
  const wallMs = Math.min(limits.wallMs, Math.max(1, deadlineMs - context.clock.nowMs()));
  return context.run({ program, args, folder, limits: { ...limits, wallMs }, signal });
};

/** The error of a program that should not have failed: all it reads was written by engines. */
export const joiningFailed = ({ exitCode, exitSignal, stderr }: RunResult, name: string): AppError =>
  new AppError(
    'ENGINE_FAILED',
    {},
    { cause: new Error(`${name} ended with ${exitCode ?? exitSignal}: ${stderr.slice(-2_000)}`) },
  );
