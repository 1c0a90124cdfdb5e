import type { usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { BYTES_PER_MB, DEFAULT_PLANS } from '@filemill/plans';
import type { Clock } from '@filemill/platform';
import { conversionChannel } from '@filemill/queue';
import type { Redis } from 'ioredis';
import type { UsageClient } from '../../src/clients/clients.module.js';

const MINUTE_MS = 60_000;
let lastId = 0;
/** UUIDv7 in form: its time is not read here. */
const nextId = (): string => `0193a5b0-0000-7000-8000-${String(++lastId).padStart(12, '0')}`;

/** A ledger in memory, without quotas; it announces changes as usage does. */
export class MemoryUsage implements UsageClient {
  readonly rows = new Map<string, usage.Conversion>();
  readonly leaves: usage.CheckUploadRequest[] = [];
  /** What the worker does with an accepted conversion. */
  onAccept: (row: usage.Conversion) => void = () => undefined;
  refusal: AppError | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
  ) {}

  async checkUpload(request: usage.CheckUploadRequest): Promise<usage.CheckUploadResponse> {
    this.leaves.push(request);
    if (this.refusal) throw this.refusal;
    const startedAtMs = this.clock.nowMs();
    const conversionId = nextId();
    const dueMinute = new Date(startedAtMs + 58 * MINUTE_MS).toISOString().slice(0, 16);
    const { maxFileSizeMb } = DEFAULT_PLANS[request.owner?.plan === 'pro' ? 'pro' : 'guest'];
    return {
      conversionId,
      startedAtMs,
      keyPrefix: `${dueMinute}/${conversionId}/`,
      uploadDeadlineMs: startedAtMs + 30 * MINUTE_MS,
      maxSizeBytes: Object.fromEntries(
        Object.entries(maxFileSizeMb).map(([category, mb]) => [category, mb * BYTES_PER_MB]),
      ),
    };
  }

  async acceptConversion(request: usage.AcceptConversionRequest): Promise<usage.AcceptConversionResponse> {
    const { conversionId, startedAtMs, ...rest } = request;
    const row: usage.Conversion = {
      ...rest,
      id: conversionId,
      status: 'pending',
      version: 1,
      attempt: 0,
      outputKey: '',
      outputExtension: '',
      createdAtMs: startedAtMs,
      deadlineMs: startedAtMs + 50 * MINUTE_MS,
      expiresAtMs: startedAtMs + 57 * MINUTE_MS,
      queuePosition: 0,
      losses: [],
      priority: 1,
    };
    this.rows.set(row.id, row);
    this.onAccept(row);
    return { conversion: row };
  }

  async getConversion({
    conversionId,
    owner,
  }: usage.GetConversionRequest): Promise<usage.GetConversionResponse> {
    const conversion = this.rows.get(conversionId);
    if (!conversion || (owner && conversion.owner?.id !== owner.id)) throw new AppError('NOT_FOUND');
    return { conversion };
  }

  async deleteConversion(request: usage.DeleteConversionRequest): Promise<usage.DeleteConversionResponse> {
    const { conversion } = await this.getConversion(request);
    const ended = conversion?.status === 'completed' || conversion?.status === 'failed';
    await this.change(request.conversionId, {
      outputKey: '',
      originalFileName: '',
      expiresAtMs: this.clock.nowMs(),
      ...(ended ? {} : { status: 'cancelled', errorCode: 'CANCELLED' }),
    });
    return { conversion: this.rows.get(request.conversionId) };
  }

  async getPlans(): Promise<usage.GetPlansResponse> {
    return { version: 1, plansJson: JSON.stringify(DEFAULT_PLANS) };
  }

  async getStatistics(): Promise<usage.GetStatisticsResponse> {
    return { totalConversions: 3, totalDataProcessedBytes: 2.5 * BYTES_PER_MB };
  }

  /** Changes a row and announces it, as any change of the ledger is. */
  async change(id: string, fields: Partial<usage.Conversion>): Promise<void> {
    const row = this.rows.get(id);
    if (!row) throw new TypeError(`no row ${id}`);
    const version = row.version + 1;
    this.rows.set(id, { ...row, ...fields, version });
    await this.redis.publish(conversionChannel(id), JSON.stringify({ type: 'changed', version }));
  }

  claimAttempt(): never {
    throw new TypeError('the gateway never claims');
  }
  checkAttempt(): never {
    throw new TypeError('the gateway never asks for attempts');
  }
  settleAttempt(): never {
    throw new TypeError('the gateway never settles');
  }
  returnAttempt(): never {
    throw new TypeError('the gateway never returns attempts');
  }
  async checkHealth(): Promise<void> {}
  async waitUntilReady(): Promise<void> {}
  close(): void {}
}
