import { formatAmount, wad } from '@candor/wire';
import type { OptionsConfigMessage } from '@candor/wire';
import { describe, expect, test } from 'vitest';
import { chooseConfig, judgeStake, maxStake, payoutOf, profitOf } from './order-rules.ts';

const config: OptionsConfigMessage = {
  options_config_id: '1',
  config_version: 1,
  duration_ms: 30_000,
  payout_rate: '0.85',
  min: '10',
  max: '5000',
  exit_wait_ms: 10_000,
};
const judge = (typed: string, available?: string) => judgeStake({ typed, config, available });

describe('a stake', () => {
  test('within the terms and the balance is good', () => {
    expect(judge('10', '10')).toBeUndefined();
    expect(judge('5000', '5000.0001')).toBeUndefined();
    expect(judge('12.3456')).toBeUndefined();
  });
  test('outside of the limits names both', () => {
    const refusal = { code: 'stake-out-of-range', facts: { min: '10', max: '5000' } };
    expect(judge('9.9999', '100')).toEqual(refusal);
    expect(judge('5000.0001', '9000')).toEqual(refusal);
    expect(judge('0', '100')).toEqual(refusal);
    expect(judge('', '100')).toEqual(refusal);
  });
  test('above the balance names what there is', () => {
    expect(judge('10.0001', '10')).toEqual({
      code: 'insufficient-balance',
      facts: { available: '10' },
      isCertain: true,
    });
    expect(judge('10', '0')).toEqual({ code: 'insufficient-balance', facts: { available: '0' } });
  });
  test('with five decimals or other signs is refused', () => {
    expect(judge('10.00001', '100')).toMatchObject({ code: 'too-many-decimals' });
    for (const typed of ['-10', '1e3', '10,5', ' 10', '١٠', '.5'])
      expect(judge(typed)).toMatchObject({ code: 'amount-malformed' });
  });
});

test('profit is rounded down to four decimals, never up', () => {
  expect(formatAmount(profitOf(wad('10'), config))).toBe('8.5');
  expect(formatAmount(profitOf(wad('10.0001'), config))).toBe('8.5');
  expect(formatAmount(payoutOf(wad('33.3333'), { payout_rate: '0.86' }))).toBe('61.9999');
});

test('max is the least of balance and limit, and nothing below the minimum', () => {
  expect(maxStake('1204.50839', config)).toBe('1204.5083');
  expect(maxStake('90000', config)).toBe('5000');
  expect(maxStake('9.99', config)).toBeUndefined();
  expect(maxStake(undefined, config)).toBeUndefined();
});

test('the last chosen length stays while it is offered', () => {
  const longer = { ...config, options_config_id: '2', duration_ms: 60_000 };
  expect(chooseConfig([config, longer], 60_000)).toBe(longer);
  expect(chooseConfig([config, longer], 90_000)).toBe(config);
  expect(chooseConfig([], null)).toBeUndefined();
});
