/** Settings that the built pages read at run time from `/site-config.json`. Null: not configured. */
export interface SiteConfig {
  readonly productName: string;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Where analytics events go; null: nowhere. */
  readonly analyticsUrl: string | null;
  readonly operator: Operator;
}

/** The operator of the service. Null: not configured. */
export interface Operator {
  readonly name: string | null;
  /** Lines of a postal address, separated by commas. */
  readonly address: string | null;
  /** Court and number of the commercial register. */
  readonly register: string | null;
  readonly vat: string | null;
  readonly email: string | null;
  /** The body before which consumers can bring a dispute. */
  readonly disputeBody: string | null;
  readonly disputeUrl: string | null;
}
