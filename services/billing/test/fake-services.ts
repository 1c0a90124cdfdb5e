import type { accounts, usage } from '@filemill/contracts';
import { type Answers, type FakeService, serveFake } from '@filemill/contracts/testing';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS } from '@filemill/plans';

/** Accounts in memory: records the plans that it receives. */
export class MemoryAccounts {
  readonly setPlanCalls: accounts.SetPlanRequest[] = [];
  isUnreachable = false;

  /** The last plan that was set for a user. */
  planOf(userId: string): accounts.SetPlanRequest | undefined {
    return this.setPlanCalls.filter((call) => call.userId === userId).at(-1);
  }

  /** Serves it over gRPC. */
  serve(secret: string): Promise<FakeService> {
    return serveFake('accounts', secret, {
      setPlan: async (request) => {
        if (this.isUnreachable) throw new AppError('UNAVAILABLE');
        this.setPlanCalls.push(request);
        return {};
      },
      getUsers: async ({ userIds }) => ({
        users: userIds.map((id) => ({ id, email: `${id}@example.com` }) as accounts.User),
      }),
    } satisfies Answers<accounts.AccountsService, 'setPlan' | 'getUsers'>);
  }
}

/** Usage with the plan table only. */
export function servePlans(secret: string): Promise<FakeService> {
  return serveFake('usage', secret, {
    getPlans: async () => ({ version: 1, plans: DEFAULT_PLANS }),
  } satisfies Answers<usage.UsageService, 'getPlans'>);
}
