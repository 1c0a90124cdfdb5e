/** What all ways of repacking share: one file becomes another one. */
export interface RepackWork {
  readonly input: string;
  readonly output: string;
  /** For temporary files, inside the job's folder. */
  readonly folder: string;
  /** Milliseconds for packing better; once they are over, the rest stays as it is packed. */
  leftMs(): number;
  /** 0 to 1. */
  onProgress(fraction: number): void;
}
