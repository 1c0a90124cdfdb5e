/** Reasons to refuse an archive; the engine has an error code and a text for each. */
export type Refusal =
  | 'long-name'
  | 'entries'
  | 'bytes'
  | 'ratio'
  | 'inside-file'
  | 'nothing'
  | 'excluded'
  | 'encrypted'
  | 'not-tar'
  | 'memory'
  | 'corrupt';

/** Ends the job because of the file. */
export class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    detail = '',
  ) {
    super(detail);
  }
}
