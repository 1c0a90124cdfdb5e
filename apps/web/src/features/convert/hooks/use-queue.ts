import { readSession, useSession } from '@filemill/web-client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inputFormatQuery } from '../../../lib/api/catalogue.js';
import { plansQuery } from '../../../lib/api/public-data.js';
import { callerOf, maxParallelOf, planIdOf } from '../model/caller.js';
import { Queue } from '../model/queue.js';
import { type Remembered, recall, remember, revived } from '../model/queue-memory.js';

/** Longest delay before a changed list is stored, ms. */
const REMEMBER_MS = 300;

let queue: Queue | undefined;

/** Restores the list after a reload; running conversions are followed again. */
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

/** The file's format stays the same after a reload; without an answer only its icon is missing. */
async function restoreInput(list: Queue, client: QueryClient, { id, format }: Remembered): Promise<void> {
  if (!format) return;
  const input = await client.fetchQuery(inputFormatQuery(format)).catch(() => undefined);
  if (input) list.store.update(id, { input });
}

/** Stores the list shortly after each change, and when the page closes. */
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

/** The list of this tab, for the current caller and plan. */
export function useQueue(): Queue {
  const client = useQueryClient();
  queue ??= new Queue(client);
  const list = queue;
  const session = useSession();
  const concurrent = useQuery(plansQuery).data?.[planIdOf(session)].concurrent ?? 1;
  const caller = callerOf(session);
  list.maxParallel = maxParallelOf(session, concurrent);
  useEffect(() => {
    // Read again when `caller` changes: during hydration no user is signed in yet.
    list.changeCaller(callerOf(readSession()));
    if (!list.isRestored) {
      list.isRestored = true;
      restore(list, client);
    }
  }, [list, client, caller]);
  useEffect(() => keepRemembering(list), [list]);
  return list;
}
