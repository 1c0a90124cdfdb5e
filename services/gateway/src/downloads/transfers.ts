import type { Readable } from 'node:stream';
import type { usage } from '@filemill/contracts';
import { type Clock, exemptAddresses, type Logger, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { networkAddress } from '../http/address.js';
import { disconnectSignal, onAbort } from '../http/disconnect.js';
import { Drain } from '../http/drain.js';
import { HTTP_METRICS, type HttpMetrics } from '../http/metrics.js';
import { type Bounds, OpenCounts } from '../http/open-counts.js';
import { type MinRate, ReaderPace } from './reader-pace.js';

/** Limits of downloads on this gateway. */
export interface TransferLimits {
  readonly minRate: MinRate;
  /** How often a running download is checked. */
  readonly checkEveryMs: number;
  /** Simultaneous downloads of the results of one account or one guest, and to one address. */
  readonly perUser: number;
  readonly perGuest: number;
  readonly perAddress: number;
}

/**
 * 20 kB/s as for uploads, over half a minute: a reader that pauses longer resumes with a range. An account may download
 * as many results at once as it may have conversions on any plan by default, a guest two batches, and five addresses
 * cannot take all connections that the store has for downloads (512).
 */
export const DEFAULT_TRANSFER_LIMITS: TransferLimits = {
  minRate: { bytesPerSecond: 20_000, windowMs: 30_000 },
  checkEveryMs: 1_000,
  perUser: 100,
  perGuest: 20,
  perAddress: 100,
};

/** Injection token of the {@link TransferLimits}. */
export const TRANSFER_LIMITS = Symbol('transfer limits');

const RETRY_AFTER_SECONDS = 30;

/** Running downloads, each of which uses a connection to the store. */
@Injectable()
export class Transfers {
  private readonly clock: Clock;
  private readonly logger: Logger;
  private readonly counts: OpenCounts;
  private readonly isExempt: (address: string) => boolean;

  constructor(
    private readonly drain: Drain,
    @Inject(HTTP_METRICS) private readonly metrics: HttpMetrics,
    @Inject(TRANSFER_LIMITS) private readonly limits: TransferLimits,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    @Inject(RUNTIME) runtime: Runtime,
  ) {
    this.clock = runtime.clock;
    this.logger = runtime.logger;
    this.counts = new OpenCounts(runtime.clock, 'downloads', RETRY_AFTER_SECONDS);
    this.isExempt = exemptAddresses(config.RATE_LIMIT_EXEMPT);
  }

  /**
   * Counts one download until its answer has ended; called before the store is used.
   *
   * @param owner - of the results, not the caller who downloads them, because anybody may have the link
   * @throws {AppError} CONCURRENCY_LIMIT
   */
  begin(reply: FastifyReply, owner: usage.Owner | undefined): void {
    this.counts.open(this.boundsOf(networkAddress(reply.request.ip), owner), disconnectSignal(reply));
  }

  /**
   * Counts the sent bytes, and cuts the download when it expires, when this process ends, or when its reader is too slow.
   *
   * @param expiresAtMs - expiry of the first file
   */
  supervise(body: Readable, reply: FastifyReply, expiresAtMs: number): void {
    const pace = new ReaderPace(reply.request.raw.socket, this.limits.minRate);
    const cut = (reason: string): void => {
      this.logger.info({ reason }, 'transfer cut');
      body.destroy();
      // Unread bytes may wait in the connection after the store has delivered everything.
      reply.raw.destroy();
    };
    // Checked repeatedly instead of once, because tests move the clock during a download.
    const timer = setInterval(() => {
      if (this.clock.nowMs() >= expiresAtMs) cut('expired');
      else if (pace.isTooSlow()) cut('slow reader');
    }, this.limits.checkEveryMs);
    const cutAtEnd = (): void => cut('shutdown');
    this.drain.over.addEventListener('abort', cutAtEnd);
    this.metrics.runningDownloads.inc();
    body.on('data', (chunk: Buffer) => this.metrics.downloadedBytes.inc(chunk.length));
    body.pause();
    onAbort(disconnectSignal(reply), () => {
      this.metrics.runningDownloads.dec();
      clearInterval(timer);
      this.drain.over.removeEventListener('abort', cutAtEnd);
      // A client that disconnected before the first byte has not read the file.
      body.destroy();
    });
  }

  private boundsOf(address: string, owner: usage.Owner | undefined): Bounds {
    const { perUser, perGuest, perAddress } = this.limits;
    const bounds: [string, number][] = [];
    if (owner) bounds.push([`${owner.kind}:${owner.id}`, owner.kind === 'user' ? perUser : perGuest]);
    if (!this.isExempt(address)) bounds.push([`address:${address}`, perAddress]);
    return bounds;
  }
}
