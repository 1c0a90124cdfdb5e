import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** What a folder is for: files of running jobs, or the folder store. */
export type Volume = 'work' | 'store';

/** Shows the free space on the disk of a folder at the time of the scrape; counted as df(1) does. */
export function observeDisk(registry: Registry, volume: Volume, folder: string): void {
  const gauge = (name: string, help: string, measure: (disk: Disk) => number) =>
    new Gauge({
      ...{ name, help },
      labelNames: ['volume'],
      registers: [registry],
      async collect() {
        this.set({ volume }, measure(await statfs(folder)));
      },
    });
  gauge('disk_free_bytes', 'Room left for this process', ({ bsize, bavail }) => bsize * bavail);
  gauge('disk_size_bytes', 'All room, without what only root may use', ({ bsize, blocks, bfree, bavail }) => {
    return bsize * (blocks - bfree + bavail);
  });
}

interface Disk {
  readonly bsize: number;
  readonly blocks: number;
  readonly bfree: number;
  readonly bavail: number;
}
