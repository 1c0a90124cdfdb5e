const UNFINISHED = ['pending', 'converting'] as const;

/** What an administrator sees of a conversion's status. */
export type ShownStatus = 'completed' | 'failed' | 'cancelled' | (typeof UNFINISHED)[number];

/** Maps a status: `completed` and `success` are good, unfinished ones stay, and anything else is a failure. */
export function shownStatus(status: string): ShownStatus {
  if (status === 'completed' || status === 'success') return 'completed';
  if (status === 'cancelled') return 'cancelled';
  return UNFINISHED.find((one) => one === status) ?? 'failed';
}
