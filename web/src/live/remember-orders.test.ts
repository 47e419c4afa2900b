import { expect, test } from 'vitest';
import { rememberOrders } from './remember-orders.ts';

const [running, ended] = [
  { isEnded: false, isPushed: false },
  { isEnded: true, isPushed: false },
];

test('an order that was seen running is told once when it is found ended', () => {
  const orders = rememberOrders();
  expect(orders.note({ id: 'a', ...running })).toBe(false);
  expect(orders.note({ id: 'a', ...ended })).toBe(true);
  expect(orders.note({ id: 'a', ...ended, isPushed: true })).toBe(false);
});

test('what a list holds of earlier is not told, what is pushed is', () => {
  const orders = rememberOrders();
  expect(orders.note({ id: 'old', ...ended })).toBe(false);
  expect(orders.note({ id: 'new', isEnded: true, isPushed: true })).toBe(true);
});

test('an answer that is behind does not bring an ended order back', () => {
  const orders = rememberOrders();
  orders.note({ id: 'a', isEnded: true, isPushed: true });
  orders.note({ id: 'a', ...running });
  expect(orders.note({ id: 'a', ...ended })).toBe(false);
});

test('the next person hears of their own orders only', () => {
  const orders = rememberOrders();
  orders.note({ id: 'a', ...running });
  orders.forget();
  expect(orders.note({ id: 'a', ...ended })).toBe(false);
});
