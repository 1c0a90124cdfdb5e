/**
 * Messages of the fork server in the jail to the worker, one JSON object per line: the standard output of the current
 * child, as text in pieces, so that no child can pretend to be the server; and the child's end.
 */
export type ServerLine =
  | {
      readonly type: 'ready';
      /** Version of the kernel's Landlock; 0: none. */
      readonly landlock: number;
    }
  | { readonly type: 'output'; readonly text: string }
  | {
      readonly type: 'ended';
      /** Exit code, or minus the number of the signal. */
      readonly status: number;
    };

/** Exit code of a child that could not confine itself; it has read nothing. See native/fork.c. */
export const CONFINE_FAILED = 12;
