import { expect, test } from 'vitest';
import { distanceOf, judgeTarget, quickTarget } from './alert-wish.ts';

test('a quick choice lies at least as far away as it says, in steps of the coin', () => {
  expect(quickTarget({ kind: 'above', percent: '1', price: '93333.33', decimals: 2 })).toBe('94266.67');
  expect(quickTarget({ kind: 'below', percent: '1', price: '93333.33', decimals: 2 })).toBe('92399.99');
  expect(quickTarget({ kind: 'below', percent: '10', price: '0.0000092', decimals: 10 })).toBe('0.00000828');
  expect(quickTarget({ kind: 'change', percent: '5', price: undefined, decimals: 2 })).toBe('5');
  expect(quickTarget({ kind: 'above', percent: '5', price: undefined, decimals: 2 })).toBe('');
});

test('a target on the wrong side of the price, out of range or missing is said at once', () => {
  expect(judgeTarget({ kind: 'above', typed: '', price: '100' })).toEqual({ name: 'alerts.typeTarget' });
  expect(judgeTarget({ kind: 'above', typed: '0', price: '100' })).toEqual({ name: 'alerts.typeTarget' });
  expect(judgeTarget({ kind: 'above', typed: '100', price: '100' })).toEqual({ name: 'alerts.mustAbove' });
  expect(judgeTarget({ kind: 'above', typed: '100.01', price: '100' })).toBeUndefined();
  expect(judgeTarget({ kind: 'below', typed: '100', price: '100' })).toEqual({ name: 'alerts.mustBelow' });
  expect(judgeTarget({ kind: 'below', typed: '99', price: undefined })).toBeUndefined();
  expect(judgeTarget({ kind: 'change', typed: '0.05', price: '100' })).toMatchObject({ code: 'alert-target' });
  expect(judgeTarget({ kind: 'change', typed: '100', price: '100' })).toBeUndefined();
  expect(judgeTarget({ kind: 'above', typed: '1000000001', price: '100' })).toMatchObject({ code: 'alert-target' });
});

test('the distance to the price is in percent, signed', () => {
  expect(distanceOf('105', '100')).toBe('5');
  expect(distanceOf('99.5', '100')).toBe('-0.5');
  expect(distanceOf('', '100')).toBeUndefined();
  expect(distanceOf('100', undefined)).toBeUndefined();
});
