import { spawn } from 'node:child_process';
import { Problem } from './report.mjs';

/**
 * Runs a program to its end.
 *
 * @returns `output`: the end of standard output and error together; `stdout`: all of the first
 * @throws {Problem} with the last lines of output if it fails, unless `check` is false
 */
export function run(program, args, { cwd, env, input, check = true, onLine } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (chunk) => {
      output = (output + chunk).slice(-200_000);
      if (onLine) for (const line of String(chunk).split('\n')) if (line.trim()) onLine(line);
    };
    let stdout = '';
    child.stdout.on('data', (chunk) => {
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
