/** Why an archive is not converted; the engine has a code and words for each. */
export type Refusal =
  | 'long-name'
  | 'entries'
  | 'bytes'
  | 'ratio'
  | 'inside-file'
  | 'nothing'
  | 'encrypted'
  | 'not-tar'
  | 'memory'
  | 'corrupt';

/** Ends the job with a reason that is the file's own. */
export class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    detail = '',
  ) {
    super(detail);
  }
}
