// The main job as a customer plays it: test money, options on a running market, their ends, their receipts, and bills that lead to the
// balance. At one server, or at two web processes of one deployment by turns.
import assert from 'node:assert/strict';
import { verifyOptionReceipt } from '@candor/proof';
import {
  findAccountCoinByTransaction,
  formatAmount,
  getProofKey,
  getReceipt,
  getTicks,
  queryBills,
  queryOptionsOrderList,
  submitOptionsOrder,
  subtract,
  add,
  wad,
} from '@candor/wire';
import type { Client, OptionOrderMessage, User } from '@candor/wire';
import { until } from '../../src/kit/until.test-support.ts';
import { hearRoom } from './hear-room.ts';
import { issuedReceipt } from './issued-receipt.ts';
import { got, refusalOf } from './running-app.ts';

export interface Player {
  user: User;
  /** One logged-in client, or one for each web process; events come at the last one's. */
  clients: readonly { url: string; client: Client }[];
}

const symbols = ['btcusdt', 'ethusdt', 'xrpusdt', 'shibusdt', 'dogeusdt', 'trumpusdt'] as const;

/** With a new account of 1000 USDT; fails where something is not as it was promised. */
export async function playMainJob(player: Player): Promise<void> {
  const { url, client } = player.clients.at(-1)!;
  const { events, close } = await hearRoom(url, client);
  try {
    await play(player, () => events.flatMap(({ action, notify }) => (action === 'option' ? [notify] : [])));
  } finally {
    close();
  }
}

async function play({ user, clients }: Player, events: () => readonly OptionOrderMessage[]): Promise<void> {
  const { client } = clients.at(-1)!;
  const person = { user, client };
  const placed = await Promise.all(
    symbols.flatMap((symbol, turn) =>
      [1, 2].map((side) => place({ user, client: clients[turn % clients.length]!.client }, symbol, side)),
    ),
  );
  assert.deepEqual(await usdtOf(person), { available: '865.3996', reserved: '134.6004' });
  for (const order of placed) {
    assert.equal(order.trade_type, 1);
    const receipt = await client.call(getReceipt, { kind: 'option', id: order.option_order_id });
    assert.equal(refusalOf(receipt), 'not-settled');
  }
  await until('all orders have ended', () => events().filter(({ result }) => result !== null).length === placed.length);

  const list = { trade_user_id: user.account_id, trade_type: 0, pagesize: 100 };
  const { RESULT_LIST: ended, TOTAL } = got(await client.call(queryOptionsOrderList, list));
  assert.equal(TOTAL, placed.length);
  assert.equal(got(await client.call(queryOptionsOrderList, { ...list, trade_type: 1 })).TOTAL, 0);
  const trustedKey = got(await client.call(getProofKey, {})).public_key;
  for (const order of ended) {
    checkPushes(events().filter(({ option_order_id }) => option_order_id === order.option_order_id), order); // oxfmt-ignore
    await checkReceipt(person, order, trustedKey);
  }
  await checkMoney(person, ended);
}

interface Person {
  user: User;
  client: Client;
}

async function place({ client, user }: Person, symbol: string, side: number): Promise<OptionOrderMessage> {
  return got(
    await client.call(submitOptionsOrder, {
      pair_type: symbol,
      trade_user_id: user.account_id,
      trade_num: side === 1 ? '12.3001' : '10.1333',
      option_config_id: '1',
      trade_transaction_type: side,
    }),
  );
}

/** Placed, entered, ended: each was pushed once, and the last is what the list says. */
function checkPushes(pushes: readonly OptionOrderMessage[], ended: OptionOrderMessage): void {
  const stages = pushes.map(({ entry, result }) => (result ? 'ended' : entry ? 'entered' : 'placed'));
  assert.deepEqual(stages, ended.entry ? ['placed', 'entered', 'ended'] : ['placed', 'ended']);
  assert.deepEqual(pushes.at(-1), ended);
}

async function checkReceipt({ client }: Person, order: OptionOrderMessage, trustedKey: string): Promise<void> {
  const receipt = await issuedReceipt(client, order.option_order_id);
  const { coin, ticks } = receipt.archive;
  const page = { coin, after: order.accepted_sequence, last: order.accepted_sequence + ticks.length };
  const { start_hash, end_hash, ticks: archived } = got(await client.call(getTicks, page));
  const archive = { coin, start_hash, ticks: archived, end_hash };
  const { verdict, checks } = verifyOptionReceipt(receipt, { trustedKey, archive });
  assert.equal(verdict, 'verified', JSON.stringify(checks.filter((check) => !check.ok || check.isNote)));
  assert.equal(receipt.result, order.result);
  assert.equal(receipt.paid, order.paid);
}

/** The balance follows from the orders, and the bills lead to it line by line. */
async function checkMoney(person: Person, ended: readonly OptionOrderMessage[]): Promise<void> {
  const staked = ended.reduce((sum, { trade_num }) => add(sum, wad(trade_num)), wad('0'));
  const paid = ended.reduce((sum, order) => add(sum, wad(order.paid!)), wad('0'));
  const expected = formatAmount(add(subtract(wad('1000'), staked), paid));
  assert.deepEqual(await usdtOf(person), { available: expected, reserved: '0' });
  const { client, user } = person;
  const { RESULT_LIST, TOTAL } = got(await client.call(queryBills, { user_id: user.account_id, pagesize: 100 }));
  assert.equal(RESULT_LIST.length, TOTAL);
  let available = wad('0');
  for (const bill of RESULT_LIST.toReversed()) {
    if (bill.from === 'available') available = subtract(available, wad(bill.amount));
    if (bill.to === 'available') available = add(available, wad(bill.amount));
    const told = bill.from === 'available' ? bill.from_balance : bill.to === 'available' ? bill.to_balance : undefined;
    if (told !== undefined) assert.equal(told, formatAmount(available));
  }
  assert.equal(formatAmount(available), expected);
}

async function usdtOf({ client, user }: Person): Promise<{ available: string; reserved: string }> {
  const { RESULT_LIST } = got(await client.call(findAccountCoinByTransaction, { user_id: user.account_id }));
  const usdt = RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT');
  return { available: usdt?.qty ?? '0', reserved: usdt?.reserved ?? '0' };
}
