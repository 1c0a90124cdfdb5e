/**
 * What the fork server in the jail says to the worker, one JSON object a line: what the child of the moment wrote to its
 * standard output, as text in pieces, so that no child can pass for the server; and its end.
 */
export type ServerLine =
  | {
      readonly type: 'ready';
      /** Version of the kernel's Landlock; 0: it has none. */
      readonly landlock: number;
    }
  | { readonly type: 'said'; readonly text: string }
  | {
      readonly type: 'ended';
      /** Exit code, or minus the number of the signal. */
      readonly status: number;
    };

/** Exit code of a child that could not be shut in; it has read nothing. See native/fork.c. */
export const CONFINE_FAILED = 12;
