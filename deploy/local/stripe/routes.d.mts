/** A rule for a parameter; `shape` where it has parts. */
export interface ParamRule {
  required: boolean;
  shape?: Record<string, ParamRule>;
}

/** Every call of Stripe's API that is emulated. */
export declare const routes: readonly {
  method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v1/customers/:id`. */
  path: string;
  params: Record<string, ParamRule>;
  pattern: RegExp;
}[];
