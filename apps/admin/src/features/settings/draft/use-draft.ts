import type { Settings } from '@filemill/api';
import { useEffect, useMemo, useState } from 'react';
import { type Draft, draftOf, type Edits, editApi, editField, editsTo, NO_EDITS } from './draft.js';
import { largestOf } from './largest.js';

/** The plan whose API numbers are the start values for other plans. */
const API_MODEL = 'pro';

/** The plan table with unsaved edits, and functions to edit it. */
export interface Editor {
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly edit: (path: string, text: string) => void;
  /** Text of a plan's input for the largest file, MB. */
  readonly largestText: (plan: string) => string;
  readonly editLargest: (plan: string, text: string) => void;
  readonly switchApi: (plan: string, on: boolean) => void;
  /** Puts another table into the inputs, such as an earlier version. */
  readonly load: (plans: Settings['plans']) => void;
  readonly reset: () => void;
}

/** Holds the unsaved input, and warns before the page is left. */
export function useDraft(settings: Settings): Editor {
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  const draft = useMemo(() => draftOf(settings.plans, edits), [settings.plans, edits]);
  const isChanged = draft.changes.length > 0;
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return {
    draft,
    isChanged,
    edit: (path, text) => setEdits(editField(edits, draft.texts, path, text)),
    largestText: (plan) => edits.largest[plan] ?? String(largestOf(draft.texts, plan) ?? ''),
    editLargest: (plan, text) => setEdits({ ...edits, largest: { ...edits.largest, [plan]: text } }),
    switchApi: (plan, on) => setEdits(editApi(edits, draft.texts, plan, on, API_MODEL)),
    load: (plans) => setEdits(editsTo(settings.plans, plans)),
    reset: () => setEdits(NO_EDITS),
  };
}
