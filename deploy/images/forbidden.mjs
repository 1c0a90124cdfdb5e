import { Problem } from '../local/report.mjs';
import { docker } from './docker.mjs';

/** Programs with a history of running what is in a file; docs/security.md, T05. */
const FORBIDDEN = ['magick', 'convert', 'identify', 'gm', 'gs', 'exiftool', 'dot', 'latex', 'java', 'gcc'];

/** @throws {Problem} naming those that an image contains, for example as a dependency */
export async function checkPrograms(tag) {
  const look = `for name in ${FORBIDDEN.join(' ')}; do command -v $name || :; done`;
  const { output } = await docker(['run', '--rm', '--network=none', '--entrypoint=/bin/sh', tag, '-c', look]);
  if (output.trim())
    throw new Problem(`${tag} holds ${output.trim().replaceAll('\n', ', ')}, which it must not.`);
}
