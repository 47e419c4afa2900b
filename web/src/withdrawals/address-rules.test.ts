import { expect, test } from 'vitest';
import { addressFault } from './address-rules.ts';

const right = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const nameOf = (typed: string) => addressFault(typed, 'Ethereum').address;

test('an address that is right says nothing, with its checksum or without any', () => {
  expect(nameOf(right)).toBeUndefined();
  expect(nameOf(` ${right.toLowerCase()} `)).toBeUndefined();
});

test('one that is whole and wrong is said as it is typed, one that is begun is not', () => {
  expect(nameOf(right.replace('E', 'e'))).toMatchObject({ name: 'withdrawals.fault_checksum', isCertain: true });
  expect(nameOf('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdHxxxxxxxxxx')).toMatchObject({ isCertain: true });
  expect(nameOf('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')).toMatchObject({ name: 'withdrawals.fault_other-network' });
  expect(nameOf('0x98')).toEqual({ name: 'withdrawals.fault_form', values: { network: 'Ethereum' } });
  expect(nameOf('')).toEqual({ name: 'withdrawals.addressEmpty' });
});
