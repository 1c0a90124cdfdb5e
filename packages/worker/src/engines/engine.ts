import type { EngineId, Facts, FormatSpec, Loss, ReadingThreads, Route } from '@filemill/formats';
import type { Clock, Logger } from '@filemill/platform';
import type {
  JailedProcess,
  RunRequest,
  RunResult,
  SpawnRequest,
  Standby,
  StandbyRequest,
} from '../jail/sandbox.js';

/** One engine's part of one conversion. Paths are on the host; the jail shows the two folders as /job/in and /job/out. */
export interface Step {
  readonly conversionId: string;
  /** User id, or the conversion's own id for a guest: a process kept warm may serve one owner only. */
  readonly ownerKey: string;
  /** A folder that only this step uses; files in `out` that are not returned are discarded. */
  readonly folder: { readonly in: string; readonly out: string };
  readonly input: { readonly path: string; readonly format: FormatSpec; readonly facts: Facts };
  /** Where the output goes; with several outputs (pages) `outputs` of the result names them instead. */
  readonly output: { readonly path: string; readonly format: FormatSpec };
  /** Those of this step, validated by the schema of the route. */
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * How much the picture is softened before it is encoded, from 0 (not at all) to 1: the search for a target size asks an
   * engine that {@link Engine.softens} for it, where steps of quality are too coarse. For an output that has `usualSizes`:
   * how far the quality is below the one of the options.
   */
  readonly softness: number;
  /**
   * A higher quality that some of the pictures get, until the output is larger by so many bytes than without: the search for
   * a target size asks an engine that {@link Engine.mixesQualities} for it.
   */
  readonly better?: { readonly quality: number; readonly moreBytes: number };
  /**
   * The first try found the input damaged: recover what is readable, and report in {@link StepResult.damage} what is
   * missing. False at the first try, which reports damage as FILE_CORRUPT.
   */
  readonly salvage: boolean;
  /** False for a step between two others, which then takes the fastest settings that lose nothing. */
  readonly final: boolean;
  readonly route: Route;
  /** Unix milliseconds, by this worker's own clock, by which the engine must have ended. */
  readonly deadlineMs: number;
  /** How large the output should become, for an engine that {@link Engine.meetsSize}; absent: as the options say. */
  readonly aimBytes?: number;
  /** A larger output is not wanted: the engine may stop there, and need not check what it has written. */
  readonly stopBytes?: number;
}

/** The part of a damaged input that could not be read. */
export type Damage =
  | { readonly unit: 'unknown' }
  | {
      readonly unit: 'rows' | 'frames' | 'pages' | 'seconds' | 'entries';
      /** In the unit, and how many there should be. */
      readonly missing: number;
      readonly total: number;
      /** Of the entries, as many as fit in a line. */
      readonly names?: string;
    };

/** Outputs of a step, and what they lack. */
export interface StepResult {
  /** Host paths in page order, inside `folder.out`. */
  readonly outputs: readonly string[];
  readonly losses: readonly Loss[];
  /** The part of the input that the engine could not read; absent if it read all. Invisible damage does not count. */
  readonly damage?: Damage;
  /**
   * What each output must show when its header is read; compared before the conversion counts as completed. With damage
   * its length, pages and frames may fall short.
   */
  readonly expected: Facts;
  /** The engine cannot make a smaller file of this input with these options. */
  readonly isSmallest?: boolean;
  /** Facts of the only output, where the engine has read them by `inspectOutput` after its processes had ended. */
  readonly facts?: Facts;
}

/**
 * Converts by one program. Stops within a second when `signal` aborts.
 *
 * @throws {AppError} FILE_CORRUPT, FILE_ENCRYPTED, FILE_TOO_LARGE, OPTION_INVALID (final), ENGINE_TIMEOUT (final),
 *   ENGINE_FAILED (tried once more)
 */
export interface Engine {
  readonly id: EngineId;
  /** Whether it can recover a damaged input: {@link Step.salvage}, after FILE_CORRUPT. */
  readonly salvages?: true;
  /** Whether it knows {@link Step.softness}. */
  readonly softens?: true;
  /** Whether it knows {@link Step.better}. */
  readonly mixesQualities?: true;
  /** It makes outputs of about {@link Step.aimBytes} by itself; the others have a quality. */
  readonly meetsSize?: true;
  /** `onProgress` takes 0 to 1 of the real work; an engine that does not know never calls it. */
  convert(step: Step, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<StepResult>;
  /** Ends every process that the engine keeps warm. */
  close?(): Promise<void>;
}

/** More would blur edges, not only the noise. */
const MOST_WEIGHT = 0.2;

/** A matrix of weights by which each pixel is mixed with its neighbours. */
export interface Softening {
  readonly width: 3;
  readonly height: 3;
  readonly kernel: readonly number[];
  readonly scale: number;
  readonly offset: number;
}

/**
 * How a picture is softened: each pixel takes a little of the four beside it.
 *
 * @param softness - as {@link Step.softness}, above 0
 */
export function softeningOf(softness: number): Softening {
  const weight = MOST_WEIGHT * softness;
  return {
    ...{ width: 3, height: 3 },
    kernel: [0, weight, 0, weight, 1, weight, 0, weight, 0],
    scale: 1 + 4 * weight,
    // libvips cuts off fractions, which would make the picture darker.
    offset: 0.5,
  };
}

/** What the worker gives to each engine when it starts. */
export interface EngineContext {
  /** The only code that reads files of users and engines outside the jail. */
  readonly reading: ReadingThreads;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Conversions that run at once in this process, all lanes together. */
  readonly slots: number;
  /** Whether processes wait for jobs: no if no lane of this worker has routes with the engine. */
  readonly standsBy: boolean;
  /** Absolute path of a program, looked up once in /usr/bin and /usr/lib. @throws {Error} naming what is missing */
  readonly program: (name: string) => string;
  /** Runs one program in the jail to its end. */
  readonly run: (request: RunRequest) => Promise<RunResult>;
  /** Starts a program in the jail and leaves it running, for engines that keep processes warm. */
  readonly spawn: (request: SpawnRequest) => JailedProcess;
  /** Starts a jailed program that waits for its arguments: for programs that take longer to load than to run. */
  readonly standby: (request: StandbyRequest) => Standby;
  /** A fresh folder below the worker's work folder, for processes that outlive a step. */
  readonly scratch: (name: string) => Promise<string>;
}

/** Every `*.engine.ts` of a worker exports one, named `createEngine`. */
export type EngineFactory = (context: EngineContext) => Promise<Engine>;
