import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network address that guests are counted by: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * subscriber gets. An IPv4 address inside IPv6 is the IPv4 address.
 *
 * @param ip - of the connection, or of the trusted proxies' header
 * @returns such as `203.0.113.7` or `2001:db8:0:1::/64`
 */
export function networkAddress(ip: string): string {
  const address = ip.split('%')[0] ?? ip;
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIPv4(address) || !isIPv6(address)) return address;
  return `${expand(address).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, lower case, without leading zeros. */
function expand(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  // A dotted quad at the end stands for two groups; only the first four groups matter here.
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
