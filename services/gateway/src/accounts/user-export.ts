import type { UserExportBody } from '@filemill/api';
import {
  ACCOUNTS,
  type AccountsClient,
  ADMIN,
  type AdminClient,
  type admin,
  BILLING,
  type BillingClient,
  USAGE,
  type UsageClient,
  type usage,
} from '@filemill/contracts';
import { type Clock, RUNTIME, type Runtime } from '@filemill/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ConversionPresenter } from '../conversions/conversion-presenter.js';
import { ownerOf, rejectDeletedAccount, type UserCaller } from '../identity/caller.js';

/** Page sizes of usage and admin. */
const CONVERSIONS_PER_PAGE = 100;
const KEYS_PER_PAGE = 1_000;
const ENTRIES_PER_PAGE = 100;

type Usage = UserExportBody['usage'];
type AuditLog = UserExportBody['auditLog'];

/** All data about a user, as one JSON object with a part for each service. */
@Injectable()
export class UserExport {
  private readonly clock: Clock;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(ADMIN) private readonly admin: AdminClient,
    @Inject(RUNTIME) runtime: Runtime,
    private readonly presenter: ConversionPresenter,
  ) {
    this.clock = runtime.clock;
  }

  /**
   * @returns the text in pieces, because a year's history need not fit into memory
   * @throws {AppError} UNAVAILABLE before the first piece, if a service does not answer
   */
  async open(caller: UserCaller): Promise<AsyncGenerator<string>> {
    const { userId } = caller;
    const [account, billing, usage, auditLog, newest] = await Promise.all([
      this.accounts.exportUser({ userId }).catch(rejectDeletedAccount),
      this.billing.exportUser({ userId }),
      this.usageOf(caller),
      this.auditLogOf(caller),
      this.page(caller, 1),
    ]);
    const parts = {
      exportedAt: JSON.stringify(new Date(this.clock.nowMs()).toISOString()),
      account: JSON.stringify(account.data),
      billing: JSON.stringify(billing.data),
      usage: JSON.stringify(usage),
      auditLog: JSON.stringify(auditLog),
    };
    const head = Object.entries(parts).map(([name, json]) => `"${name}":${json},`);
    return this.text(`{${head.join('')}"conversions":[`, caller, newest.conversions);
  }

  private async *text(head: string, caller: UserCaller, newest: usage.Conversion[]): AsyncGenerator<string> {
    yield head;
    let separator = '';
    let rows = newest;
    // A conversion accepted meanwhile moves the others to the next page, where they would appear again.
    let seen = new Set<string>();
    for (let page = 2; rows.length > 0; page += 1) {
      for (const row of rows) {
        if (seen.has(row.id)) continue;
        yield separator + JSON.stringify(await this.presenter.present(row));
        separator = ',\n';
      }
      seen = new Set(rows.map(({ id }) => id));
      rows = rows.length < CONVERSIONS_PER_PAGE ? [] : (await this.page(caller, page)).conversions;
    }
    yield ']}\n';
  }

  private page(caller: UserCaller, page: number): Promise<usage.ListConversionsResponse> {
    return this.usage.listConversions({ owner: ownerOf(caller), page, pageSize: CONVERSIONS_PER_PAGE });
  }

  /** Counters, sums by day and idempotency keys. @throws {AppError} UNAVAILABLE */
  private async usageOf(caller: UserCaller): Promise<Usage> {
    const owner = ownerOf(caller);
    const first = await this.usage.exportOwner({ owner });
    const keys = [...first.keys];
    for (let page = first.keys; page.length === KEYS_PER_PAGE; keys.push(...page))
      ({ keys: page } = await this.usage.exportOwner({ owner, afterKey: keys.at(-1)?.key }));
    return { counters: countersOf(first), days: first.days, idempotencyKeys: keys.map(toKey) };
  }

  /** Audit entries about the user, and those of the user as an administrator. @throws {AppError} UNAVAILABLE */
  private async auditLogOf({ userId }: UserCaller): Promise<AuditLog> {
    const entries: AuditLog = [];
    for (let page = 1; ; page += 1) {
      const { entries: more } = await this.admin.exportUser({ userId, page });
      entries.push(...more.map(toEntry));
      if (more.length < ENTRIES_PER_PAGE) return entries;
    }
  }
}

/** Counters, unfinished conversions and failed work in one list, as the API has them: by period, then by category. */
function countersOf({ counters, unfinished, failedWork }: usage.ExportOwnerResponse): Usage['counters'] {
  const list = [
    ...counters.map(({ category = 'total', ...counter }) => ({ ...counter, category })),
    ...failedWork.map(({ hourBeginsAtMs, engineMs }) => ({
      period: new Date(hourBeginsAtMs).toISOString().slice(0, '2026-11-21T14'.length),
      category: 'failed_work_ms',
      used: engineMs,
    })),
    ...(unfinished === undefined ? [] : [{ period: 'now', category: 'unfinished', used: unfinished }]),
  ];
  const placeOf = ({ period, category }: Usage['counters'][number]): string => `${period} ${category}`;
  return list.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const toKey = ({ createdAtMs, requestHash, ...rest }: usage.HeldKey): Usage['idempotencyKeys'][number] => ({
  ...rest,
  requestHash: Buffer.from(requestHash).toString('hex'),
  createdAt: new Date(createdAtMs).toISOString(),
});

const toEntry = ({ createdAtMs, ...entry }: admin.OwnAuditEntry): AuditLog[number] => ({
  ...entry,
  oldVersion: entry.oldVersion ?? null,
  newVersion: entry.newVersion ?? null,
  createdAt: new Date(createdAtMs).toISOString(),
});
