export { DATA, NODE, NODE_VERSION, PNPM_VERSION, ROOT, TOOLCHAIN } from './ground/paths.ts';
export { main, Problem, say, step } from './ground/report.ts';
export { type RunResult, run } from './ground/run.ts';
export { PACKAGES } from './install/debian-packages.ts';
export { runInTerminal, runUnprivileged } from './install/user.ts';
export { listens, migrate, waitForPort } from './stack/databases.ts';
export { type Ports, portsOf } from './stack/ports.ts';
export {
  DATABASES,
  type DatabaseName,
  type Environment,
  PROCESSES,
  type ProcessName,
  WORKERS,
  type WorkerName,
} from './stack/process.ts';
export { databaseUrl, processesOf } from './stack/processes.ts';
export { loadSecrets, randomSecret, type Secrets, secretOf, tokenKeys } from './stack/secrets.ts';
export { NODE_FLAGS, Stack, type StackOptions, serve } from './stack/stack.ts';
export { Child } from './stack/supervisor.ts';
