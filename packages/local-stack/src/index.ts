export { DATA, ROOT, TOOLCHAIN } from './ground/paths.ts';
export { pick } from './ground/pick.ts';
export { main, Problem, say, step } from './ground/report.ts';
export { type RunResult, run } from './ground/run.ts';
export { PACKAGES } from './install/debian-packages.ts';
export { NODE, NODE_VERSION, PNPM_VERSION, toolchainPath } from './install/toolchain.ts';
export { runInTerminal, runUnprivileged } from './install/user.ts';
export { listens, migrate, waitForPort } from './stack/databases.ts';
export { type Ports, portsOf } from './stack/ports.ts';
export type { Environment } from './stack/process.ts';
export {
  DATABASES,
  type DatabaseName,
  PROCESSES,
  type ProcessName,
  WORKERS,
  type WorkerName,
} from './stack/process-names.ts';
export { databaseUrl, processesOf } from './stack/processes.ts';
export { loadSecrets, randomSecret, type Secrets, secretOf, tokenKeys } from './stack/secrets.ts';
export { NODE_FLAGS, Stack, type StackOptions, serve } from './stack/stack.ts';
export { Child, type ChildOptions } from './stack/supervisor.ts';
