import { Problem, type RunResult, run } from '@filemill/local-stack';

/**
 * Runs docker without BuildKit, which Debian's docker does not have.
 *
 * @throws {Problem} if it fails, unless `check` is false
 */
export const docker = (args: readonly string[], { check = true } = {}): Promise<RunResult> =>
  run('docker', args, { check, env: { DOCKER_BUILDKIT: '0' } });

/** @throws {Problem} if docker is missing or its daemon does not answer */
export async function requireDocker(): Promise<void> {
  const { code, output } = await docker(['version', '--format', '{{.Server.Version}}'], { check: false });
  if (code === 0) return;
  throw new Problem(
    `Docker's daemon does not answer: ${output.trim().split('\n').at(-1)}\n` +
      'Install docker.io and start dockerd, or set DOCKER_HOST to one that runs, as a user who may use it.',
  );
}

/** How an image is built. */
export interface ImageBuild {
  /** Path of the Dockerfile. */
  readonly file: string;
  /** The last stage, if absent. */
  readonly target?: string;
  readonly tag: string;
  /** Folder from which files are copied. */
  readonly context: string;
  readonly args?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Builds one image. It uses the machine's network, because a name server or proxy may listen on loopback. */
export async function build({
  file,
  target,
  tag,
  context,
  args = {},
  labels = {},
}: ImageBuild): Promise<void> {
  const pairs = (flag: string, values: Readonly<Record<string, string>>): string[] =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  await docker([
    ...['build', '--network=host', '--file', file, '--tag', tag],
    ...(target ? ['--target', target] : []),
    ...pairs('--build-arg', args),
    ...pairs('--label', labels),
    context,
  ]);
}

/** Bytes of all layers of an image. */
export async function sizeOf(tag: string): Promise<number> {
  return Number((await docker(['image', 'inspect', '--format', '{{.Size}}', tag])).output);
}

/** Whether there is an image with this tag. */
export const exists = async (tag: string): Promise<boolean> =>
  (await docker(['image', 'inspect', '--format', '{{.Id}}', tag], { check: false })).code === 0;
