import { describe, expect, it } from '@jest/globals';
import { exemptAddresses, exemptAddressesSchema, isCountedAddress } from './exempt-addresses.js';

describe('exemptAddressesSchema', () => {
  it('reads a list and refuses invalid addresses', () => {
    expect(exemptAddressesSchema.parse(' loopback, 192.0.2.7 ')).toEqual(['loopback', '192.0.2.7']);
    expect(exemptAddressesSchema.parse(undefined)).toEqual([]);
    expect(exemptAddressesSchema.safeParse('10.0.0.0/8').success).toBe(false);
  });
});

describe('exemptAddresses', () => {
  const isExempt = exemptAddresses(['loopback', '192.0.2.7', '2001:db8:0:1::5']);

  it('exempts the loopback of both families, single addresses, and the network of an IPv6 address', () => {
    for (const address of [
      '127.0.0.1',
      '127.9.9.9',
      '::/64',
      '0:0:0:0::/64',
      '192.0.2.7',
      '2001:db8:0:1::/64',
    ]) {
      expect([address, isExempt(address)]).toEqual([address, true]);
    }
  });

  it('counts all other addresses', () => {
    for (const address of ['10.0.0.1', '192.0.2.8', '2001:db8:0:2::/64', '0.0.0.0']) {
      expect([address, isExempt(address)]).toEqual([address, false]);
    }
  });
});

describe('isCountedAddress', () => {
  it('is an IPv4 address or an IPv6 network', () => {
    expect(isCountedAddress('192.0.2.7')).toBe(true);
    expect(isCountedAddress('2001:db8:0:1::/64')).toBe(true);
    for (const address of ['', '192.0.2.7/24', '2001:db8::1', 'localhost']) {
      expect([address, isCountedAddress(address)]).toEqual([address, false]);
    }
  });
});
