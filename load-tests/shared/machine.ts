import { cpus, loadavg } from 'node:os';

/** The machine on which a run takes place: its processors, its Node, and its load average. */
export function describeMachine(): string {
  const processors = cpus();
  return `${processors.length} x ${processors[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} before`;
}
