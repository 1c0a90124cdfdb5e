/** Ports of the internal processes, as offsets from the first one. */
const OFFSETS = {
  postgres: 0,
  redis: 1,
  accounts: 2,
  billing: 3,
  usage: 4,
  admin: 5,
  mail: 6,
  'mail-page': 7,
  stripe: 8,
  'ops-gateway': 10,
  'ops-accounts': 11,
  'ops-billing': 12,
  'ops-usage': 13,
  'ops-admin': 14,
  'ops-worker-image': 15,
  'ops-worker-media': 16,
  'ops-worker-document': 17,
} as const;

/** Which process listens on which port of loopback. */
export type Ports = Readonly<Record<'gateway' | keyof typeof OFFSETS, number>>;

/**
 * The ports of one stack.
 *
 * @param publicPort - of the gateway
 * @param firstPort - of the internal ones, 18 in a row
 */
export function portsOf(publicPort: number, firstPort: number): Ports {
  const internal = Object.entries(OFFSETS).map(([name, offset]) => [name, firstPort + offset]);
  return { gateway: publicPort, ...Object.fromEntries(internal) };
}
