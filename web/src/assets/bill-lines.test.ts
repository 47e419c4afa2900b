import type { Bill } from '@candor/wire';
import { expect, test } from 'vitest';
import { products } from '../shell/faces.ts';
import { billLine as lineOf, byDay } from './bill-lines.ts';

const billLine = (line: Bill) => lineOf(line, products.movements);

const bill = (changed: Partial<Bill>): Bill => ({
  entry_id: 'ent_1',
  leg: 0,
  at: '2026-11-20T12:00:00.000Z',
  kind: 'option-placed',
  object_id: 'opt_1',
  coin_code: 'USDT',
  amount: '10',
  from: 'available',
  to: 'reserved',
  from_balance: '990',
  to_balance: '10',
  ...changed,
});

test('a stake leaves the available money', () =>
  expect(billLine(bill({}))).toMatchObject({
    effect: 'out',
    amount: '-10',
    bucket: 'available',
    balance: '990',
    to: '/receipt/option/opt_1',
  }));

test('a win comes in', () =>
  expect(
    billLine(bill({ kind: 'option-won', from: 'house', to: 'available', from_balance: null, to_balance: '1008.5' })),
  ).toMatchObject({
    effect: 'in',
    amount: '10',
    balance: '1008.5',
    name: 'billProfit',
  }));

test('a gain of a contract has its name, its product and its receipt', () =>
  expect(
    billLine(bill({ kind: 'contract-profit', object_id: 'cfd_1', from: 'house', to: 'available', from_balance: null })),
  ).toMatchObject({ name: 'billProfit', product: 'menuCfd', to: '/receipt/contract/cfd_1' }));

test('a lost stake leaves what was held and nothing else', () =>
  expect(
    billLine(bill({ kind: 'option-lost', from: 'reserved', to: 'house', from_balance: '0', to_balance: null })),
  ).toMatchObject({
    effect: 'none',
    bucket: 'reserved',
    balance: '0',
  }));

test('a kind without words of its own still is a line, and only orders have receipts', () => {
  const line = billLine(
    bill({ kind: 'something-new' as Bill['kind'], object_id: 'x', from: 'house', to: 'available' }),
  );
  expect(line.name).toBe('billOther');
  expect(line.to).toBeUndefined();
});

test('neighbours of a day stand together', () => {
  const days = byDay([{ at: '2026-11-20T12' }, { at: '2026-11-20T11' }, { at: '2026-11-19T23' }], (at) =>
    at.slice(0, 10),
  );
  expect(days.map(({ items }) => items.length)).toEqual([2, 1]);
});
