import type { UsageClient, usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS, maxFileSizeBytes, type PlanTable, planTableSchema } from '@filemill/plans';
import type { Clock } from '@filemill/platform';
import { BYTES_PER_MB } from '@filemill/product';
import { announceOwnerChange, conversionChannel } from '@filemill/queue';
import type { Redis } from 'ioredis';
import { analyticsOf, countsOf, newestFirst, overviewOf } from './memory-figures.js';

const MINUTE_MS = 60_000;
const KEY_LIFE_MS = 24 * 60 * MINUTE_MS;
let lastId = 0;
/** A UUIDv7 without the current time, because no test reads it. */
const nextId = (): string => `0193a5b0-0000-7000-8000-${String(++lastId).padStart(12, '0')}`;

interface ClaimedKey {
  readonly requestHash: Uint8Array;
  readonly conversionId: string;
  readonly claimedAtMs: number;
}

/** Usage in memory, without quotas; it announces changes like the real service. */
export class MemoryUsage implements UsageClient {
  readonly rows = new Map<string, usage.Conversion>();
  readonly keys = new Map<string, ClaimedKey>();
  plans: PlanTable = DEFAULT_PLANS;
  plansVersion = 1;
  pairFigures: usage.PairFigures[] = [];
  /** The keys and figures that an export returns. */
  heldKeys: usage.HeldKey[] = [];
  heldFigures: Omit<usage.ExportOwnerResponse, 'keys'> = { counters: [], failedWork: [], days: [] };
  readonly permitRequests: usage.CheckUploadRequest[] = [];
  /** Called for each accepted conversion, as a worker would be. */
  onAccept: (row: usage.Conversion) => void = () => undefined;
  refusal: AppError | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
  ) {}

  async checkUpload(request: usage.CheckUploadRequest): Promise<usage.CheckUploadResponse> {
    this.permitRequests.push(request);
    const knownKey = this.knownKey(request.owner, request.idempotencyKey);
    if (!knownKey && this.refusal) throw this.refusal;
    const startedAtMs = this.clock.nowMs();
    const conversionId = nextId();
    const dueMinute = new Date(startedAtMs + 58 * MINUTE_MS).toISOString().slice(0, 16);
    const plan = this.plans[request.owner?.plan ?? 'guest'];
    return {
      conversionId,
      startedAtMs,
      keyPrefix: `${dueMinute}/${conversionId}/`,
      uploadDeadlineMs: startedAtMs + 30 * MINUTE_MS,
      maxSizeBytes: maxFileSizeBytes(plan),
      knownKey,
    };
  }

  async acceptConversion(request: usage.AcceptConversionRequest): Promise<usage.AcceptConversionResponse> {
    const { conversionId, startedAtMs, idempotency, ...rest } = request;
    const knownKey = this.knownKey(request.owner, idempotency?.key);
    if (knownKey) return { conversion: undefined, knownKey };
    if (this.refusal) throw this.refusal;
    if (idempotency) {
      const { key, requestHash } = idempotency;
      const claimedAtMs = this.clock.nowMs();
      this.keys.set(keyOf(request.owner, key), { requestHash, conversionId, claimedAtMs });
    }
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
    if (row.owner) await announceOwnerChange(this.redis, this.clock.nowMs(), row.owner.kind, row.owner.id);
    return { conversion: row };
  }

  async getConversion({
    conversionId,
    owner,
  }: usage.GetConversionRequest): Promise<usage.GetConversionResponse> {
    const conversion = this.rows.get(conversionId);
    if (!conversion || (owner && !isOf(conversion, owner))) throw new AppError('NOT_FOUND');
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
    return { version: this.plansVersion, plans: this.plans };
  }

  async putPlans({ version, plans }: usage.PutPlansRequest): Promise<usage.PutPlansResponse> {
    if (version !== this.plansVersion) throw new AppError('INVALID_REQUEST');
    this.plans = planTableSchema.parse(plans);
    this.plansVersion += 1;
    return this.getPlans();
  }

  async getOverview({ owner }: usage.GetOverviewRequest): Promise<usage.GetOverviewResponse> {
    return overviewOf(this.rowsOf(owner), this.plans, owner?.plan ?? 'guest', this.clock.nowMs());
  }

  async listConversions(request: usage.ListConversionsRequest): Promise<usage.ListConversionsResponse> {
    const rows = newestFirst(this.rowsOf(request.owner));
    const start = (request.page - 1) * request.pageSize;
    return { conversions: rows.slice(start, start + request.pageSize), totalCount: rows.length };
  }

  async getAnalytics({ owner, sinceMs }: usage.GetAnalyticsRequest): Promise<usage.GetAnalyticsResponse> {
    return analyticsOf(this.rowsOf(owner).filter((row) => row.createdAtMs >= sinceMs));
  }

  /** Returns the keys for every user; the tests of usage check that users are separate. */
  async exportOwner({ afterKey = '' }: usage.ExportOwnerRequest): Promise<usage.ExportOwnerResponse> {
    const following = this.heldKeys.filter(({ key }) => key > afterKey).slice(0, 1_000);
    return { ...this.heldFigures, keys: following };
  }

  async eraseOwner({ owner }: usage.EraseOwnerRequest): Promise<usage.EraseOwnerResponse> {
    await this.cancelOwner({ owner });
    for (const { id } of this.rowsOf(owner)) this.rows.delete(id);
    return {};
  }

  async cancelOwner({ owner }: usage.CancelOwnerRequest): Promise<usage.CancelOwnerResponse> {
    for (const row of this.rowsOf(owner))
      if (row.status === 'pending' || row.status === 'converting')
        await this.change(row.id, { status: 'cancelled', errorCode: 'CANCELLED' });
    return {};
  }

  async listRecentConversions({
    limit,
    beforeId,
  }: usage.ListRecentConversionsRequest): Promise<usage.ListRecentConversionsResponse> {
    const rows = newestFirst(this.rows.values()).filter(({ id }) => beforeId === undefined || id < beforeId);
    return { conversions: rows.slice(0, limit) };
  }

  async countConversions({
    sinceMs,
  }: usage.CountConversionsRequest): Promise<usage.CountConversionsResponse> {
    return countsOf([...this.rows.values()], sinceMs);
  }

  async countByUser({ userIds }: usage.CountByUserRequest): Promise<usage.CountByUserResponse> {
    const done = [...this.rows.values()].filter(({ status }) => status === 'completed');
    return {
      completed: Object.fromEntries(
        userIds.map((id) => [id, done.filter(({ owner }) => owner?.id === id).length]),
      ),
    };
  }

  async getLoad(): Promise<usage.GetLoadResponse> {
    return { lanes: [{ lane: 'image', waiting: 0, active: 0, slots: 1 }], storeUsedBytes: 0 };
  }

  async getStatistics(): Promise<usage.GetStatisticsResponse> {
    return { totalConversions: 3, totalDataProcessedBytes: 2.5 * BYTES_PER_MB };
  }

  async getPairFigures(): Promise<usage.GetPairFiguresResponse> {
    if (this.refusal) throw this.refusal;
    return { pairs: this.pairFigures };
  }

  /** Changes a row and announces it, like any change of the ledger. */
  async change(id: string, fields: Partial<usage.Conversion>): Promise<void> {
    const row = this.rows.get(id);
    if (!row) throw new TypeError(`no row ${id}`);
    const changed = { ...row, ...fields, version: row.version + 1 };
    this.rows.set(id, changed);
    const { version, status } = changed;
    if (row.owner) await announceOwnerChange(this.redis, this.clock.nowMs(), row.owner.kind, row.owner.id);
    await this.redis.publish(conversionChannel(id), JSON.stringify({ type: 'changed', version, status }));
  }

  private rowsOf(owner: usage.Owner | undefined): usage.Conversion[] {
    return [...this.rows.values()].filter((row) => owner && isOf(row, owner));
  }

  private knownKey(owner: usage.Owner | undefined, key: string | undefined): usage.KnownKey | undefined {
    const claimed = key === undefined ? undefined : this.keys.get(keyOf(owner, key));
    if (!claimed || this.clock.nowMs() - claimed.claimedAtMs >= KEY_LIFE_MS) return undefined;
    return { requestHash: claimed.requestHash, conversion: this.rows.get(claimed.conversionId) };
  }

  claimAttempt(): never {
    throw new TypeError('the gateway never claims attempts');
  }
  checkAttempt(): never {
    throw new TypeError('the gateway never checks attempts');
  }
  settleAttempt(): never {
    throw new TypeError('the gateway never settles attempts');
  }
  returnAttempt(): never {
    throw new TypeError('the gateway never returns attempts');
  }
  readonly failedWork: usage.CountFailedWorkRequest[] = [];
  async countFailedWork(request: usage.CountFailedWorkRequest): Promise<usage.CountFailedWorkResponse> {
    this.failedWork.push(request);
    return {};
  }
  async checkHealth(): Promise<void> {}
  async waitUntilReady(): Promise<void> {}
  close(): void {}
}

const keyOf = (owner: usage.Owner | undefined, key: string): string => `${owner?.kind}:${owner?.id}:${key}`;
const isOf = (row: usage.Conversion, owner: usage.Owner): boolean =>
  row.owner?.kind === owner.kind && row.owner.id === owner.id;
