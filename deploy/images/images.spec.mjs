import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CONTAINER_PROFILE } from '../../packages/worker/seccomp/container.ts';
import { PACKAGES } from '../local/packages.mjs';
import { ROOT } from '../local/paths.mjs';
import { NODE_VERSION, PNPM_VERSION } from '../local/toolchain.mjs';
import { CONTENTS, SERVICES, TRYOUT, WORKERS } from './contents.mjs';

const read = (path) => readFileSync(`${ROOT}/${path}`, 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose = parse(read('deploy/compose.yaml'), { merge: true }).services;

/** The instructions of each stage of a Dockerfile, by its name, with what it inherits. */
function stagesOf(text) {
  const stages = new Map();
  let lines = [];
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const from = /^FROM (\S+) AS (\S+)$/.exec(line);
    if (from) {
      lines = [...(stages.get(from[1]) ?? [])];
      stages.set(from[2], lines);
    } else if (/^[A-Z]+ /.test(line)) lines.push(line);
  }
  return stages;
}
const stages = stagesOf(dockerfile);
const last = (name, instruction) => stages.get(name).findLast((line) => line.startsWith(`${instruction} `));
const packagesOf = (name) =>
  stages
    .get(name)
    .flatMap((line) => /install\.sh ([a-z -]+)/.exec(line)?.[1].trim().split(' ') ?? [])
    .flatMap((group) => PACKAGES[group] ?? []);

describe('the images', () => {
  it('are those of all services and workers, and the migrations', () => {
    expect([...SERVICES, ...WORKERS].sort()).toEqual(readdirSync(`${ROOT}/services`).sort());
    expect(Object.keys(CONTENTS).sort()).toEqual([...SERVICES, ...WORKERS, 'migrations'].sort());
    expect([...stages.keys()]).toEqual(expect.arrayContaining(Object.keys(CONTENTS)));
  });
  it.each(Object.keys(CONTENTS))('run %s as an unprivileged user, with only what it needs', (name) => {
    expect(last(name, 'USER')).toBe('USER 10001:10001');
    expect(last(name, 'COPY')).toBe(`COPY --from=build /out/${name} /app`);
    expect(last(name, 'LABEL')).toContain(`org.opencontainers.image.title="filemill-${name}"`);
    if (name !== 'migrations') {
      // The flags that the local stack gives: deploy/local/stack.mjs.
      const flags = /NODE_FLAGS = \[(.+?)\]/.exec(read('deploy/local/stack.mjs'))[1].replaceAll("'", '"');
      expect(last(name, 'CMD')).toBe(`CMD ["node", ${flags}, "services/${name}/dist/main.js"]`);
    }
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
      expect(compose[name].image).toBe(`filemill/${name}:\${TAG:-dev}`);
      expect(compose[name].build.target).toBe(name);
    }
  });
  it.each(Object.keys(compose))('lets %s write only to its own folders, without capabilities', (name) => {
    const { read_only, cap_drop, security_opt } = compose[name];
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    expect(security_opt).toContain('no-new-privileges:true');
  });
  it.each(Object.keys(compose))('bounds the log of %s, and lets the host bound its age', (name) => {
    // Docker's own default keeps everything for ever.
    expect(compose[name].logging).toEqual({ driver: '${LOG_DRIVER:-local}' });
  });
  it.each(WORKERS)('gives %s its jail, no internet access and only its own secrets', (name) => {
    const { networks, security_opt, environment } = compose[name];
    expect(networks).toEqual(['inside']);
    expect(security_opt).toContain('seccomp:../k8s/seccomp/jail.json');
    expect(
      Object.keys(environment)
        .filter((key) => /SECRET|KEY|PASSWORD|DATABASE/.test(key))
        .sort(),
    ).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'WORKER_TOKEN_SECRET']);
  });
});

describe('the seccomp profile of workers', () => {
  it('is what its source generates', () => {
    expect(JSON.parse(read('k8s/seccomp/jail.json'))).toEqual(CONTAINER_PROFILE);
  });
});
