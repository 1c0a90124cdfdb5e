import { readSession, useSession } from '@filemill/web-client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inputFormatQuery } from '../../../lib/api/catalogue.js';
import { plansQuery } from '../../../lib/api/plans.js';
import { callerOf, lanesOf, planIdOf } from '../model/caller.js';
import { Queue } from '../model/queue.js';
import { type Remembered, recall, remember, revived } from '../model/queue-memory.js';

/** How long the list may be unwritten after a change, ms. */
const REMEMBER_MS = 300;

let queue: Queue | undefined;

/** Brings back what was listed before a reload; running conversions are followed on. */
function restore(list: Queue, client: QueryClient): void {
  const caller = callerOf(readSession());
  const kept = recall().filter(({ owner }) => owner === undefined || owner === caller);
  list.store.add(kept.map(revived));
  for (const entry of kept) void restoreInput(list, client, entry);
  for (const entry of kept) {
    const item = list.store.find(entry.id);
    if (item?.status === 'detecting') list.runner.resume(item, entry.status !== 'completed');
  }
}

/** What the file is does not change by a reload; without an answer only its icon is missing. */
async function restoreInput(list: Queue, client: QueryClient, { id, format }: Remembered): Promise<void> {
  if (!format) return;
  const input = await client.fetchQuery(inputFormatQuery(format)).catch(() => undefined);
  if (input) list.store.update(id, { input });
}

/** Writes the list down shortly after each change, and when the page goes. */
function keepRemembering(list: Queue): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    remember(list.store.get());
  };
  const unsubscribe = list.store.subscribe(() => {
    timer ??= setTimeout(write, REMEMBER_MS);
  });
  addEventListener('pagehide', write);
  return () => {
    unsubscribe();
    removeEventListener('pagehide', write);
    write();
  };
}

/** The list of this tab, for the present caller and plan. */
export function useQueue(): Queue {
  const client = useQueryClient();
  queue ??= new Queue(client);
  const list = queue;
  const session = useSession();
  const concurrent = useQuery(plansQuery).data?.[planIdOf(session)].concurrent ?? 1;
  const caller = callerOf(session);
  list.lanes = lanesOf(session, concurrent);
  useEffect(() => {
    // Read anew whenever `caller` changes: while a built page wakes up nobody seems to be signed in.
    list.changeCaller(callerOf(readSession()));
    if (!list.isRestored) {
      list.isRestored = true;
      restore(list, client);
    }
  }, [list, client, caller]);
  useEffect(() => keepRemembering(list), [list]);
  return list;
}
