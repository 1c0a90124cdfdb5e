import {
  AUDIT_ACTIONS,
  AUDIT_OUTCOMES,
  AUDIT_ROLES,
  CATEGORIES,
  CHECKOUT_STATUSES,
  CONVERSION_STATUSES,
  HEALTHS,
  LANES,
  LANGUAGE_IDS,
  OUTCOMES,
  OWNER_KINDS,
  PERIODS,
  PLAN_IDS,
  SUBSCRIPTION_STATES,
  USER_PLAN_IDS,
} from '@filemill/product';

// The generated messages take the types of their enums from here.
export type {
  AuditAction,
  AuditOutcome,
  AuditRole,
  Category,
  CheckoutStatus,
  ConversionStatus,
  Health,
  Lane,
  Language,
  Outcome as ConversionOutcome,
  OwnerKind,
  Period,
  PlanId,
  SubscriptionState,
  UserPlanId,
} from '@filemill/product';

/** The words of every enum of `proto/common/v1/enums.proto`, by its name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  AuditAction: AUDIT_ACTIONS,
  AuditOutcome: AUDIT_OUTCOMES,
  AuditRole: AUDIT_ROLES,
  Category: CATEGORIES,
  CheckoutStatus: CHECKOUT_STATUSES,
  ConversionOutcome: OUTCOMES,
  ConversionStatus: CONVERSION_STATUSES,
  Health: HEALTHS,
  Lane: LANES,
  Language: LANGUAGE_IDS,
  OwnerKind: OWNER_KINDS,
  Period: PERIODS,
  PlanId: PLAN_IDS,
  SubscriptionState: SUBSCRIPTION_STATES,
  UserPlanId: USER_PLAN_IDS,
};

/**
 * Renames the values of an enum to its words: `{ PLAN_ID_UNSPECIFIED: 0, PLAN_ID_PRO: 3 }` becomes
 * `{ '': 0, pro: 3 }`. A field that was not set is then the empty string, as one of type string would be.
 *
 * @param name - of the enum, such as `PlanId`
 * @throws {Error} if the proto and the list of words differ
 */
export function wordValues(name: string, values: Readonly<Record<string, number>>): Record<string, number> {
  const prefix = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const words = new Map((WORDS[name] ?? []).map((word) => [`${prefix}_${word.toUpperCase()}`, word]));
  words.set(`${prefix}_UNSPECIFIED`, '');
  const unknown = Object.keys(values).filter((value) => !words.has(value));
  const missing = [...words.keys()].filter((value) => !(value in values));
  if (unknown.length + missing.length > 0)
    throw new Error(`enum ${name}: no word for [${unknown}], no value for [${missing}]`);
  return Object.fromEntries(Object.entries(values).map(([value, number]) => [words.get(value), number]));
}
