import type { ServiceClient, usage } from '@filemill/contracts';
import { AppError } from '@filemill/errors';
import { DEFAULT_PLANS, type PlanTable } from '@filemill/plans';
import { newId } from '@filemill/platform';
import { fromCategories, keyPrefixOf } from '@filemill/product';
import { AcceptanceService } from '../src/acceptance/acceptance.service.js';
import { acceptConversionSchema } from '../src/conversions/dto.js';
import { Rig } from './rig.js';

/** Number of simultaneous calls, and number of free places. */
export const [RIVALS, LEFT] = [300, 10];

/** Ten conversions in total and any number at once: only the total decides. */
export const TIGHT: PlanTable = {
  ...DEFAULT_PLANS,
  free: {
    ...DEFAULT_PLANS.free,
    conversions: { total: LEFT, byCategory: fromCategories(() => LEFT) },
    concurrent: RIVALS,
  },
  guest: { ...DEFAULT_PLANS.guest, concurrent: RIVALS },
};

/** A client of the usage service. */
export type UsageClient = ServiceClient<usage.UsageService>;
type Accept = (request: usage.AcceptConversionRequest) => Promise<unknown>;

/** A rig with the plan {@link TIGHT}. */
export async function startTightRig(): Promise<Rig> {
  const rig = await new Rig().start();
  await rig.client.putPlans({ version: 1, plans: TIGHT, userId: crypto.randomUUID() });
  return rig;
}

/** An acceptance after a permit. */
export function requestOf(rig: Rig, owner: usage.Owner): usage.AcceptConversionRequest {
  const startedAtMs = rig.clock.nowMs();
  const conversionId = newId(startedAtMs);
  const keyPrefix = keyPrefixOf(conversionId, startedAtMs);
  return rig.requestFor(owner, { conversionId, startedAtMs, keyPrefix } as usage.CheckUploadResponse);
}

/** As many different requests of one owner. */
export const requestsOf = (rig: Rig, owner: usage.Owner, count: number): usage.AcceptConversionRequest[] =>
  Array.from({ length: count }, () => requestOf(rig, owner));

/** Calls the service without gRPC, which costs more than everything else. */
export const acceptDirectly =
  (rig: Rig): Accept =>
  (request) =>
    rig.get(AcceptanceService).accept(acceptConversionSchema.parse(request));

/** Accepts through gRPC. */
export const acceptThrough =
  (client: UsageClient): Accept =>
  (request) =>
    client.acceptConversion(request);

/** Number of retries after UNAVAILABLE. */
const RETRIES = 3;

async function outcomeOf(
  accept: Accept,
  request: usage.AcceptConversionRequest,
  retries = RETRIES,
): Promise<string> {
  try {
    await accept(request);
    return 'accepted';
  } catch (error) {
    const { code } = AppError.from(error);
    // On a slow machine some callers wait too long for a connection.
    return code === 'UNAVAILABLE' && retries > 0 ? outcomeOf(accept, request, retries - 1) : code;
  }
}

/** Counts accepted calls and refused ones by code, with at most {@link RIVALS} at a time. */
export async function outcomes(
  accept: Accept,
  requests: readonly usage.AcceptConversionRequest[],
): Promise<Record<string, number>> {
  const codes: string[] = [];
  for (let start = 0; start < requests.length; start += RIVALS) {
    const wave = requests.slice(start, start + RIVALS);
    codes.push(...(await Promise.all(wave.map((request) => outcomeOf(accept, request)))));
  }
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

/** A user's counters for all and unfinished conversions, and the values by the ledger at the same time. */
export async function books(
  rig: Rig,
  ownerId: string,
): Promise<{ counters: number[]; ledger: number[]; completed: number }> {
  const [row]: [{ total: number; unfinished: number; used: number; open: number; completed: number }] =
    await rig.sql.query(
      `SELECT (SELECT coalesce(sum(used), 0)::int FROM counters WHERE subject = $1 AND category = 'total') AS total,
              (SELECT coalesce(sum(used), 0)::int FROM counters WHERE subject = $1 AND category = 'unfinished') AS unfinished,
              count(*) FILTER (WHERE reservation <> 'released')::int AS used,
              count(*) FILTER (WHERE finished_at IS NULL)::int AS open,
              count(*) FILTER (WHERE status = 'completed')::int AS completed
         FROM conversions WHERE owner_id = $2`,
      [`user:${ownerId}`, ownerId],
    );
  const { total, unfinished, used, open, completed } = row;
  return { counters: [total, unfinished], ledger: [used, open], completed };
}
