import { type ServiceName, WORKER_NAMES } from '@filemill/product';

type Rpcs = 'all' | readonly string[];
type Callers = Readonly<Record<string, Rpcs>>;

/** The rpcs that a conversion needs, from its claim to its end. */
const RPCS_OF_WORKERS = ['ClaimAttempt', 'CheckAttempt', 'SettleAttempt', 'ReturnAttempt'];

const FROM_WORKERS: Callers = Object.fromEntries(WORKER_NAMES.map((worker) => [worker, RPCS_OF_WORKERS]));

/**
 * Who may call which service. Workers, which run third-party programs on uploaded files, have a secret of their
 * own and may call only single rpcs; the others share one secret, so that a finer list would not protect more.
 */
const CALLERS: Readonly<Record<string, Callers>> = {
  accounts: { gateway: 'all', billing: 'all', admin: 'all' },
  billing: { gateway: 'all', accounts: 'all', admin: 'all' },
  usage: { gateway: 'all', accounts: 'all', billing: 'all', admin: 'all', ...FROM_WORKERS },
  admin: { gateway: 'all' },
} satisfies Record<ServiceName, Callers>;

/** Whether a process of this name is a worker: its tokens are signed with the workers' secret, and no others are. */
export const isWorker = (caller: string): boolean => WORKER_NAMES.some((name) => name === caller);

/**
 * Whether a service accepts a call.
 *
 * @param caller - name of the calling process, proved by its token
 * @param rpc - such as `ClaimAttempt`
 */
export function isCallAllowed(service: string, caller: string, rpc: string): boolean {
  const rpcs = CALLERS[service]?.[caller];
  return rpcs === 'all' || (rpcs?.includes(rpc) ?? false);
}
