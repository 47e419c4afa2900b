// Orders of any product are known by their ids: what an answer makes, and what a request was about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelExchange, closePledge, newUuid, orderTicket, wireId, type Endpoint } from '@candor/wire';
import { commands, orderKinds } from '../../../server/src/products.ts';
import { isDoneByItself, playable, unplayed } from '../playable.ts';
import { intentOf, type Entry } from './journal.ts';
import { toldBy } from './told-orders.ts';

const entry = (call: Endpoint, payload: unknown, data?: unknown): Entry => ({
  accountId: newUuid(),
  key: newUuid(),
  intent: intentOf(call, payload),
  retries: 0,
  answer: data === undefined ? { ok: false, code: 'not-found', facts: {} } : { ok: true, data },
});

test('an order that the request could not name was made by it, and one that it names was changed', () => {
  const [period, account, id] = [newUuid(), newUuid(), newUuid()];
  const asked = { user_id: wireId('account', account), good_id: '1', periods_id: wireId('period', period) };
  const bought = entry(orderTicket, asked, { orderId: wireId('ticket', id), number: 3 });
  assert.deepEqual(toldBy(bought), { made: [id], named: [] });
  const swap = { exchange_id: wireId('swap', id) };
  assert.deepEqual(toldBy(entry(cancelExchange, swap, { ...swap, parts: [{ ...swap }] })), { made: [], named: [id] });
  assert.deepEqual(toldBy(entry(closePledge, { pledge_order_id: wireId('pledge', id) })), { made: [], named: [] });
});

test('each command is led to by a call that is played, or is said not to be, and most orders can be made', () => {
  const led = new Set(playable.flatMap((each) => [...each.commands]));
  for (const { name } of commands) assert.notEqual(led.has(name), isDoneByItself(name), name);
  const products = new Set(playable.map(({ product }) => product));
  assert.ok(products.size >= orderKinds.length, [...products].join());
  assert.ok(unplayed.every((each) => each.commands.length > 0));
});
