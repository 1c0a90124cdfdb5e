import type { ExportedConversion } from '@filemill/api';
import {
  ACCOUNTS,
  type AccountsClient,
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
import { UsageAndAuditExport } from './usage-and-audit-export.service.js';

/** Page size of usage. */
const PAGE_SIZE = 100;

/** All data about a user, as one JSON object with a part for each service. */
@Injectable()
export class UserExport {
  private readonly clock: Clock;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: AccountsClient,
    @Inject(BILLING) private readonly billing: BillingClient,
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(RUNTIME) runtime: Runtime,
    private readonly presenter: ConversionPresenter,
    private readonly figures: UsageAndAuditExport,
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
      this.figures.usageOf(caller),
      this.figures.auditLogOf(caller),
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
        yield separator + JSON.stringify(await this.present(row));
        separator = ',\n';
      }
      seen = new Set(rows.map(({ id }) => id));
      rows = rows.length < PAGE_SIZE ? [] : (await this.page(caller, page)).conversions;
    }
    yield ']}\n';
  }

  /** Everything that its owner may know about it. */
  private async present(row: usage.Conversion): Promise<ExportedConversion> {
    const options = JSON.parse(row.optionsJson || '{}') as ExportedConversion['options'];
    return { ...(await this.presenter.present(row)), options };
  }

  private page(caller: UserCaller, page: number): Promise<usage.ListConversionsResponse> {
    return this.usage.listConversions({ owner: ownerOf(caller), page, pageSize: PAGE_SIZE });
  }
}
