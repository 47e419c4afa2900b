import { expect, test } from 'vitest';
import { addressFault, writeTyped } from './address-rules.ts';
import { shortAddress } from '../ui/short-address.ts';

const right = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ways = {
  bitcoin: { network: 'bitcoin', network_title: 'Bitcoin', has_tag: false, is_test: false },
  ethereum: { network: 'ethereum', network_title: 'Ethereum', has_tag: false, is_test: false },
  tron: { network: 'tron', network_title: 'TRON', has_tag: false, is_test: false },
  xrpl: { network: 'xrpl', network_title: 'XRP Ledger', has_tag: true, is_test: false },
};
const faultOn = (network: keyof typeof ways, address: string, tag = '') =>
  addressFault({ address, tag }, ways[network]);
const nameOf = (typed: string) => faultOn('ethereum', typed).address;

test('an address that is right has no fault, with its checksum or without any', () => {
  expect(nameOf(right)).toBeUndefined();
  expect(nameOf(` ${right.toLowerCase()} `)).toBeUndefined();
  expect(faultOn('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toEqual({});
  expect(faultOn('bitcoin', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU')).toEqual({});
  expect(faultOn('tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')).toEqual({});
  expect(faultOn('xrpl', account)).toEqual({});
});

test('the fault of a complete address is certain while it is typed, that of an incomplete one is not', () => {
  expect(nameOf(right.replace('E', 'e'))).toMatchObject({ name: 'withdrawals.fault_checksum', isCertain: true });
  expect(nameOf('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdHxxxxxxxxxx')).toMatchObject({ isCertain: true });
  expect(nameOf('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')).toMatchObject({ name: 'withdrawals.fault_other-network' });
  expect(nameOf('0x98')).toEqual({ name: 'withdrawals.fault_form', values: { network: 'Ethereum' } });
  expect(nameOf('')).toEqual({ name: 'withdrawals.addressEmpty' });
  expect(faultOn('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv').address).toMatchObject({
    name: 'withdrawals.fault_checksum',
    isCertain: true,
  });
  expect(faultOn('tron', right).address).toMatchObject({ name: 'withdrawals.fault_other-network' });
});

test('a destination tag has a field of its own, or stands behind the address, or in an X-address', () => {
  expect(faultOn('xrpl', account, '17')).toEqual({});
  expect(writeTyped({ address: ` ${account} `, tag: ' 17 ' }, ways.xrpl)).toBe(`${account}-17`);
  expect(writeTyped({ address: `${account}-17`, tag: '' }, ways.xrpl)).toBe(`${account}-17`);
  expect(writeTyped({ address: `${account}-17`, tag: '17' }, ways.xrpl)).toBe(`${account}-17`);
  expect(writeTyped({ address: right, tag: '17' }, ways.ethereum)).toBe(right);
  expect(faultOn('xrpl', `${account}-17`, '18')).toEqual({ tag: { name: 'withdrawals.fault_two-tags' } });
  expect(faultOn('xrpl', account, '12a')).toEqual({ tag: { name: 'withdrawals.fault_tag' } });
  expect(faultOn('xrpl', account, '4294967296')).toEqual({ tag: { name: 'withdrawals.fault_tag' } });
});

test('a shortened address keeps its whole tag', () => {
  expect(shortAddress(`${account}-4294967295`)).toBe('rHb9CJAWyB…4bwdtyTh-4294967295');
});

test("in a demo an address of the demo's own chain is right, and one of the main chain is not", () => {
  const demo = { ...ways.bitcoin, is_test: true };
  const [own, main] = ['bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'];
  expect(addressFault({ address: own, tag: '' }, demo)).toEqual({});
  expect(addressFault({ address: main, tag: '' }, demo).address).toMatchObject({
    name: 'withdrawals.fault_other-network',
  });
  expect(faultOn('bitcoin', own).address).toMatchObject({ name: 'withdrawals.fault_test-network', isCertain: true });
});
