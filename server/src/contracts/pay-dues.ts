// Pays what the house owes for contracts, in the order of settlement: whenever there is money in the bankroll, before anything is
// promised from it.
import { subtract } from '@candor/wire';
import type { Uuid, Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { counter, gauge } from '../kit/metrics.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import { InsufficientHouseFunds, updateRow, type Command, type Decision } from '../ledger/command.ts';
import { houseDues, readFirstDues, type FirstDue, type HouseDue } from '../ledger/dues.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { contractOrders, type ContractOrder } from './order.ts';

interface PayDue {
  dueId: Uuid;
  orderId: Uuid;
}

/** Pays as much as all slices of the house hold. Replies with whether nothing of it is due any more. */
export const payContractDue: Command<PayDue, { isPaid: boolean }> = {
  name: 'pay-contract-due',
  refusals: [],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll'],
  paysDues: true,
  rows: ({ dueId, orderId }) => [
    { table: houseDues, id: dueId },
    { table: contractOrders, id: orderId },
  ],
  decide({ dueId, orderId }, state) {
    const due = state.row(houseDues, dueId);
    const order = state.row(contractOrders, orderId);
    assert(due && order, `no due ${dueId} of contract ${orderId}`);
    const nothing = { objectId: orderId, moves: [], reply: { isPaid: due.unpaid === 0n } };
    if (due.unpaid === 0n || !due.isFirst) return nothing;
    const bankroll = state.house('bankroll', 'USDT');
    if (bankroll >= due.unpaid) return payNow(due, order, { amount: due.unpaid, now: state.now });
    const otherwise = bankroll > 0n ? payNow(due, order, { amount: bankroll, now: state.now }) : nothing;
    return new InsufficientHouseFunds({ bucket: 'bankroll', coin: 'USDT', amount: due.unpaid, otherwise });
  },
};

function payNow(
  due: HouseDue,
  order: ContractOrder,
  { amount, now }: { amount: Wad; now: number },
): Decision<{ isPaid: boolean }> {
  const unpaid = subtract(due.unpaid, amount);
  const isPaid = unpaid === 0n;
  const paid: ContractOrder = { ...order, due: subtract(order.due, amount) };
  return {
    objectId: due.objectId,
    moves: [{ kind: due.kind, coin: due.coin, from: 'bankroll', to: 'available', amount }],
    writes: [updateRow(houseDues, { ...due, unpaid, paidAt: isPaid ? now : null }), updateRow(contractOrders, paid)],
    reply: { isPaid },
    events: [{ name: 'contracts.changed', payload: paid }],
  };
}

const everyMs = 500;
const waitingDues = gauge({
  name: 'candor_contract_dues_waiting',
  help: 'Gains of contracts that are fixed and wait for the money of the house',
  labelNames: ['book'],
});
const newDues = counter({
  name: 'candor_contract_dues_total',
  help: 'Gains of contracts that the house could not pay at once',
  labelNames: ['book'],
});

export function openDuesPayer(parts: { pool: Pool; lanes: Lanes; clock: Clock; bus: Bus }): Part {
  const { pool, lanes, clock, bus } = parts;
  let unsubscribe = (): void => {};

  /** The first of each book: what is behind it waits for it. */
  async function takeFirst(): Promise<FirstDue[]> {
    const first = await readFirstDues(pool);
    for (const book of ['real', 'bonus'] as const) {
      waitingDues.set({ book }, first.find((due) => due.book === book)?.waiting ?? 0);
    }
    return first;
  }

  async function pay({ accountId, book, dueId, objectId }: FirstDue): Promise<'done' | 'later'> {
    const input = { dueId, orderId: objectId };
    const { isPaid } = await lanes.submit({ command: payContractDue, accountId, book, input, receivedAt: clock.now() });
    if (isPaid) log.info('a gain that was due is paid', { orderId: objectId, book });
    return isPaid ? 'done' : 'later';
  }

  return {
    jobs: [
      createJob({
        name: 'contract-dues',
        role: 'engine',
        every: everyMs,
        due: { take: takeFirst, carryOut: pay },
      }),
    ],
    start() {
      unsubscribe = bus.on('contracts.due', ({ orderId, accountId, book, amount }) => {
        newDues.inc({ book });
        log.error('the house can not pay a gain yet, it is due', { orderId, accountId, book, amount: String(amount) });
      });
    },
    stop: () => unsubscribe(),
  };
}
