import { spawn } from 'node:child_process';
import { Problem } from './report.ts';

/** How a program ended. */
export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of standard output and error together. */
  readonly output: string;
  /** All of standard output. */
  readonly stdout: string;
}

/** Options of {@link run}. */
export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string | Buffer;
  /** Whether a failure throws; true by default. */
  readonly check?: boolean;
  /** Called with each line of output that is not empty. */
  readonly onLine?: (line: string) => void;
}

const OUTPUT_CHARACTERS = 200_000;

/**
 * Runs a program to its end.
 *
 * @throws {Problem} with the last lines of output if it fails, unless `check` is false
 */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env, input, check = true, onLine }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let stdout = '';
    const take = (chunk: Buffer): void => {
      output = (output + chunk).slice(-OUTPUT_CHARACTERS);
      if (onLine) for (const line of String(chunk).split('\n')) if (line.trim()) onLine(line);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
      take(chunk);
    });
    child.stderr.on('data', take);
    child.on('error', (error) => reject(new Problem(`${program} could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0 || !check) return resolve({ code, signal, output, stdout });
      const tail = output.trim().split('\n').slice(-12).join('\n  ');
      reject(
        new Problem(`"${program} ${args.join(' ').slice(0, 120)}" failed (${signal ?? code}):\n  ${tail}`),
      );
    });
    child.stdin.on('error', () => child.stdin.destroy()); // it ended without reading: its exit says why
    child.stdin.end(input);
  });
}
