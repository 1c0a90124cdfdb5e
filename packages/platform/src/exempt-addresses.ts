import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';

const LOOPBACK = 'loopback';
const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Whether an address is of the form by which callers are counted: IPv4, or an IPv6 /64. */
export const isCountedAddress = (address: string): boolean =>
  isIPv4(address) || (address.endsWith('/64') && isIPv6(address.slice(0, -3)));

/** Comma-separated addresses, or the word `loopback`. */
export const exemptAddressesSchema = z
  .string()
  .default('')
  .transform(splitList)
  .refine(
    (entries) => entries.every((entry) => entry === LOOPBACK || isIPv4(entry) || isIPv6(entry)),
    'comma-separated IPv4 or IPv6 addresses, or the word loopback',
  );

/**
 * Returns a check whether callers from an address are exempt from counting. An IPv6 entry covers its whole /64.
 *
 * @param entries - as `exemptAddressesSchema` reads them
 */
export function exemptAddresses(entries: readonly string[]): (address: string) => boolean {
  // Separate lists, because a BlockList counts every IPv4 address as part of the IPv6 loopback's network, ::/64.
  const [ipv4, ipv6] = [new BlockList(), new BlockList()];
  for (const entry of entries) {
    if (entry === LOOPBACK) {
      ipv4.addSubnet('127.0.0.0', 8, 'ipv4');
      ipv6.addSubnet('::1', 64, 'ipv6');
    } else if (isIPv4(entry)) ipv4.addAddress(entry, 'ipv4');
    else ipv6.addSubnet(entry, 64, 'ipv6');
  }
  return (address) => {
    const plain = address.replace(/\/64$/, '');
    return isIPv4(plain) ? ipv4.check(plain, 'ipv4') : ipv6.check(plain, 'ipv6');
  };
}
