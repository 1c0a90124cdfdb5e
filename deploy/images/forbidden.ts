import { Problem } from '@filemill/local-stack';
import { docker } from './docker.ts';

/** Programs with a history of executing code from files (docs/security.md, T05), and a compiler. */
const FORBIDDEN = ['magick', 'convert', 'identify', 'gm', 'gs', 'exiftool', 'dot', 'latex', 'java', 'gcc'];

/**
 * Looks for programs that an image must not contain, for example as a dependency of another one.
 *
 * @throws {Problem} with their paths
 */
export async function checkPrograms(tag: string): Promise<void> {
  const look = `for name in ${FORBIDDEN.join(' ')}; do command -v $name || :; done`;
  const { output } = await docker(['run', '--rm', '--network=none', '--entrypoint=/bin/sh', tag, '-c', look]);
  if (output.trim()) throw new Problem(`${tag} must not contain ${output.trim().replaceAll('\n', ', ')}.`);
}
