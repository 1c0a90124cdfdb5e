import { USAGE, type UsageClient, type usage } from '@filemill/contracts';
import { type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Cached } from '../clients/cached.js';

/** They change slowly, and usage reads many rows for them. */
const TTL_MS = 600_000;
/** The catalogue does not wait longer for them. */
const DEADLINE_MS = 1_000;

/** How the conversions of a pair of formats ended. */
export interface PairFigure {
  /** 0 to 1. */
  readonly successRate: number;
  /** Null if none was completed. */
  readonly medianMs: number | null;
}

/** Figures by input and output format; pairs with few conversions are absent. */
export type Figures = ReadonlyMap<string, PairFigure>;

/** Key of a pair in {@link Figures}. */
export const pairKey = (input: string, output: string): string => `${input} ${output}`;

/** What usage measured of each pair. Without an answer the last figures stay: the catalogue does not depend on them. */
@Injectable()
export class PairFigures {
  private readonly logger: Logger;
  private last: Figures = new Map();
  private readonly cached = new Cached(TTL_MS, () => this.ask());

  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) { logger }: Runtime,
  ) {
    this.logger = logger;
  }

  /** Never fails. */
  get(): Promise<Figures> {
    return this.cached.get();
  }

  private async ask(): Promise<Figures> {
    try {
      const { pairs } = await this.usage.getPairFigures({}, { deadlineMs: DEADLINE_MS });
      this.last = new Map(
        pairs.map((pair) => [pairKey(pair.inputFormat, pair.outputFormat), figureOf(pair)]),
      );
    } catch (err) {
      this.logger.warn({ err }, 'the figures of pairs are old ones');
    }
    return this.last;
  }
}

const figureOf = ({ ended, completed, medianMs }: usage.PairFigures): PairFigure => ({
  successRate: Math.round((completed / ended) * 1_000) / 1_000,
  medianMs: medianMs ?? null,
});
