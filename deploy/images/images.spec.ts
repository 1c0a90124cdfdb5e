import { readdirSync, readFileSync } from 'node:fs';
import {
  NODE_FLAGS,
  NODE_VERSION,
  PACKAGES,
  PNPM_VERSION,
  PROCESSES,
  ROOT,
  WORKERS,
} from '@filemill/local-stack';
import { PROCESS_NAMES } from '@filemill/product';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CONTENTS, TRYOUT } from './contents.ts';

/** A service of compose.yaml. */
interface ComposeService {
  readonly image: string;
  readonly build: { readonly target: string };
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly logging: unknown;
  readonly networks: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose: Record<string, ComposeService> = parse(read('deploy/compose.yaml'), { merge: true }).services;

/** The instructions of each stage of a Dockerfile, by its name, inherited ones first. */
function stagesOf(text: string): Map<string, string[]> {
  const stages = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const [, base, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (base && name) {
      lines = [...(stages.get(base) ?? [])];
      stages.set(name, lines);
    } else if (/^[A-Z]+ /.test(line)) lines.push(line);
  }
  return stages;
}
const stages = stagesOf(dockerfile);
const groups = new Map<string, readonly string[]>(Object.entries(PACKAGES));
const linesOf = (name: string): string[] => stages.get(name) ?? [];
const last = (name: string, instruction: string): string | undefined =>
  linesOf(name).findLast((line) => line.startsWith(`${instruction} `));
const packagesOf = (name: string): string[] =>
  linesOf(name)
    .flatMap((line) => /install\.sh ([a-z -]+)/.exec(line)?.[1]?.trim().split(' ') ?? [])
    .flatMap((group) => groups.get(group) ?? []);

describe('the images', () => {
  it('are those of all services and workers, and the migrations', () => {
    expect(PROCESSES).toEqual(PROCESS_NAMES);
    expect([...PROCESSES].sort()).toEqual(readdirSync(`${ROOT}/services`).sort());
    expect(Object.keys(CONTENTS).sort()).toEqual([...PROCESSES, 'migrations'].sort());
    expect([...stages.keys()]).toEqual(expect.arrayContaining(Object.keys(CONTENTS)));
  });
  it.each(Object.keys(CONTENTS))('run %s as an unprivileged user, with only what it needs', (name) => {
    expect(last(name, 'USER')).toBe('USER 10001:10001');
    expect(last(name, 'COPY')).toBe(`COPY --from=build /out/${name} /app`);
    expect(last(name, 'LABEL')).toContain(`org.opencontainers.image.title="filemill-${name}"`);
    if (name === 'migrations') return;
    const command = ['node', ...NODE_FLAGS, `services/${name}/dist/main.js`].map((word) => `"${word}"`);
    expect(last(name, 'CMD')).toBe(`CMD [${command.join(', ')}]`);
  });
  it('contain no program that executes code from pictures, and no compiler', () => {
    const forbidden =
      /imagemagick|graphicsmagick|ghostscript|exiftool|graphviz|latex|texlive|java|jre|jdk|gcc|g\+\+/;
    for (const name of Object.keys(CONTENTS))
      expect(packagesOf(name).filter((entry) => forbidden.test(entry))).toEqual([]);
    expect(packagesOf('worker-media')).toContain('ffmpeg');
    expect(packagesOf('gateway')).toEqual([]);
  });
  it('have the versions of Node and pnpm that the local stack has', () => {
    expect(dockerfile).toContain(`ARG BASE=node:${NODE_VERSION}-bookworm-slim`);
    expect(dockerfile).toContain(`ARG PNPM_VERSION=${PNPM_VERSION}`);
  });
  it('are built without BuildKit', () => {
    expect(dockerfile).not.toMatch(/--mount|--chmod|--link|<<EOF/);
  });
});

describe('compose.yaml', () => {
  it('runs every image, its database, Redis, store, Prometheus and Grafana', () => {
    const names = [...Object.keys(CONTENTS), ...TRYOUT, 'prometheus', 'grafana'];
    expect(Object.keys(compose).sort()).toEqual(names.sort());
    for (const name of Object.keys(CONTENTS)) {
      expect(compose[name]?.image).toBe(`filemill/${name}:\${TAG:-dev}`);
      expect(compose[name]?.build.target).toBe(name);
    }
  });
  it.each(Object.entries(compose))(
    'lets %s write only to its own folders, without capabilities',
    (_name, service) => {
      const { read_only, cap_drop, security_opt } = service;
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
      expect(security_opt).toContain('no-new-privileges:true');
    },
  );
  it.each(Object.entries(compose))(
    'bounds the log of %s, and lets the host bound its age',
    (_name, { logging }) => {
      // Docker's own default keeps everything for ever.
      expect(logging).toEqual({ driver: '${LOG_DRIVER:-local}' });
    },
  );
  it.each(WORKERS)('gives %s its jail, no internet access and only its own secrets', (name) => {
    const { networks, security_opt, environment = {} } = compose[name] ?? {};
    expect(networks).toEqual(['inside']);
    expect(security_opt).toContain('seccomp:../k8s/seccomp/jail.json');
    expect(
      Object.keys(environment)
        .filter((key) => /SECRET|KEY|PASSWORD|DATABASE/.test(key))
        .sort(),
    ).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'WORKER_TOKEN_SECRET']);
  });
});
