import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey, placesOfSite, siteKey } from './address-key.ts';

test('an IPv6 user is one network whichever of its addresses it takes', () => {
  assert.equal(addressKey('203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('2001:DB8:1:2::1'), '2001:db8:1:2::/64');
  assert.equal(addressKey('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'), '2001:db8:1:2::/64');
  assert.equal(addressKey('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
  assert.equal(addressKey('not an address'), 'not an address');
});

test('of IPv6 a site is the network around, and has more than an address, but not all', () => {
  for (const ip of ['2001:db8:1:2::1', '2001:0DB8:0001:ffff::9'])
    assert.equal(siteKey(addressKey(ip)), '2001:db8:1::/48', ip);
  assert.equal(siteKey(addressKey('2001:db8::1')), '2001:db8:0::/48');
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', 'not an address', ''])
    assert.equal(siteKey(addressKey(ip)), undefined, ip);
  assert.deepEqual([placesOfSite(1_000, 4), placesOfSite(40, 4), placesOfSite(6, 4)], [32, 20, 4]);
  assert.equal(placesOfSite(Infinity, Infinity), Infinity);
});
