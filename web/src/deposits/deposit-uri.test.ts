import { expect, test } from 'vitest';
import { depositUri } from './deposit-uri.ts';

const uriOf = (network: string, coin: string, address: string, isTest = false) =>
  depositUri({ network, coin_code: coin, is_test: isTest, address });

test('the QR code has the form that wallets of its network read', () => {
  const ethereum = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  expect(uriOf('bitcoin', 'BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe(
    'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  );
  expect(uriOf('ethereum', 'ETH', ethereum)).toBe(`ethereum:${ethereum}@1`);
  expect(uriOf('tron', 'USDT', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  expect(uriOf('xrpl', 'XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBe('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
});

test('a token and a test chain get no URI: a wallet that misreads it would pay a contract, or on the main chain', () => {
  const ethereum = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  expect(uriOf('ethereum', 'USDT', ethereum)).toBe(ethereum);
  expect(uriOf('ethereum', 'ETH', ethereum, true)).toBe(ethereum);
});
