import { faucetDailyLimit, wad } from '@candor/wire';
import { expect, test } from 'vitest';
import { faucetAmounts, faucetCoins, leftOf } from './faucet-rules.ts';

test('no chip asks for more than a day gives', () => {
  for (const coin of faucetCoins)
    for (const amount of faucetAmounts[coin]) expect(wad(amount) <= wad(faucetDailyLimit)).toBe(true);
});

test.each([
  [{ limit: '10000', given: '1000' }, '9000'],
  [{ limit: '10000', given: '10000' }, '0'],
  [{ limit: '10000', given: '10001' }, '0'],
  [{}, undefined],
])('of %o are left %s', (facts, left) => expect(leftOf(facts)).toBe(left));
