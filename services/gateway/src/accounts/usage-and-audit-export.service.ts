import type { UserExportBody } from '@filemill/api';
import {
  ADMIN,
  type AdminClient,
  type admin,
  USAGE,
  type UsageClient,
  type usage,
} from '@filemill/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { ownerOf, type UserCaller } from '../identity/caller.js';

/** Page size of usage and admin. */
const KEYS_PER_PAGE = 1_000;
const ENTRIES_PER_PAGE = 100;

type Usage = UserExportBody['usage'];
type AuditLog = UserExportBody['auditLog'];

/** The parts of a user's export that usage and admin have: counters, sums, idempotency keys and audit entries. */
@Injectable()
export class UsageAndAuditExport {
  constructor(
    @Inject(USAGE) private readonly usage: UsageClient,
    @Inject(ADMIN) private readonly admin: AdminClient,
  ) {}

  /** Counters, sums by day and idempotency keys. @throws {AppError} UNAVAILABLE */
  async usageOf(caller: UserCaller): Promise<Usage> {
    const owner = ownerOf(caller);
    const first = await this.usage.exportOwner({ owner });
    const keys = [...first.keys];
    for (let page = first.keys; page.length === KEYS_PER_PAGE; keys.push(...page))
      ({ keys: page } = await this.usage.exportOwner({ owner, afterKey: keys.at(-1)?.key }));
    return { counters: countersOf(first), days: first.days, idempotencyKeys: keys.map(toKey) };
  }

  /** Audit entries about the user, and those of the user as an administrator. @throws {AppError} UNAVAILABLE */
  async auditLogOf({ userId }: UserCaller): Promise<AuditLog> {
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
