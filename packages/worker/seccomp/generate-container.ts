import { mkdirSync, writeFileSync } from 'node:fs';
import { CONTAINER_PROFILE } from './container.ts';

/** Writes `k8s/seccomp/jail.json`: `node packages/worker/seccomp/generate-container.ts`. A test compares the two. */
const folder = new URL('../../../k8s/seccomp/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('jail.json', folder), `${JSON.stringify(CONTAINER_PROFILE, null, 2)}\n`);
