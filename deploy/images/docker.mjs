import { Problem } from '../local/report.mjs';
import { run } from '../local/run.mjs';

/** Runs docker. Debian's has no BuildKit, and where another one has it, the same Dockerfiles are built without. */
export const docker = (args, options = {}) =>
  run('docker', args, { ...options, env: { ...options.env, DOCKER_BUILDKIT: '0' } });

/** @throws {Problem} if docker is missing or its daemon does not answer */
export async function requireDocker() {
  const { code, output } = await docker(['version', '--format', '{{.Server.Version}}'], { check: false });
  if (code === 0) return;
  throw new Problem(
    `Docker's daemon does not answer: ${output.trim().split('\n').at(-1)}\n` +
      'Install docker.io and start dockerd, or set DOCKER_HOST to one that runs, as a user who may use it.',
  );
}

/**
 * Builds one target. The network is the machine's own: a name server or proxy that listens on loopback is then reached.
 *
 * @param {{ file: string, target?: string, tag: string, context: string, args?: object, labels?: object }} image
 */
export function build({ file, target, tag, context, args = {}, labels = {} }) {
  const pairs = (flag, values) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  return docker([
    ...['build', '--network=host', '--file', file, '--tag', tag],
    ...(target ? ['--target', target] : []),
    ...pairs('--build-arg', args),
    ...pairs('--label', labels),
    context,
  ]);
}

/** @returns {Promise<number>} bytes of all its layers */
export async function sizeOf(tag) {
  return Number((await docker(['image', 'inspect', '--format', '{{.Size}}', tag])).output);
}

export const exists = async (tag) =>
  (await docker(['image', 'inspect', '--format', '{{.Id}}', tag], { check: false })).code === 0;
