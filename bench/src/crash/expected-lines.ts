// The lines that the ledger must have of options, contracts and test money, out of acknowledgements and recomputed results alone.
import { addContractMargin, parseWireId, submitOptionsOrder, takeTestMoney } from '@candor/wire';
import type { ContractReceipt, Uuid } from '@candor/wire';
import { products } from '../../../server/src/products.ts';
import { units } from '../recompute-option.ts';
import type { Recomputed } from '../recompute-option.ts';
import { optionIdOf } from './check-commands.ts';
import { payoutsOf } from './check-contracts.ts';
import { acceptedBy } from './journal.ts';
import type { Entry } from './journal.ts';

export interface LedgerLine {
  accountId: Uuid;
  /** What it is about; of test money nothing. */
  object: Uuid | undefined;
  kind: string;
  coin: string;
  from: string;
  to: string;
  amount: bigint;
  /** What the house sets aside for an option, or has back. */
  cover?: string | undefined;
}

export interface ExpectedOf {
  entries: readonly Entry[];
  /** By the order's id. */
  results: ReadonlyMap<Uuid, Recomputed & { profit: bigint }>;
  /** Of all contracts, verified; by the order's id. */
  contracts: ReadonlyMap<Uuid, ContractReceipt>;
}

const workedOut = new Set(
  products
    .filter(({ name }) => ['options', 'contracts', 'demo'].includes(name))
    .flatMap(({ movements }) => Object.keys(movements.objectOfMovement)),
);
/** Whether the harness works out itself which movements of this kind there must be. */
export const isWorkedOut = (kind: string): boolean => workedOut.has(kind);

export function expectedLines(question: ExpectedOf): LedgerLine[] {
  return [
    ...question.entries.flatMap((entry) => [
      ...testMoney(entry),
      ...addedMargin(entry),
      ...optionLines(entry, question.results),
    ]),
    ...[...question.contracts].flatMap(([orderId, receipt]) => contractLines(orderId, receipt)),
  ];
}

function testMoney(entry: Entry): LedgerLine[] {
  const { asked } = acceptedBy(entry, takeTestMoney) ?? {};
  if (!asked) return [];
  const way = { from: 'demo-faucet', to: 'available' };
  return [{ accountId: entry.accountId, object: undefined, kind: 'test-money', coin: asked.coin, ...way, amount: units(asked.amount) }]; // oxfmt-ignore
}

function addedMargin(entry: Entry): LedgerLine[] {
  const { asked, told } = acceptedBy(entry, addContractMargin) ?? {};
  if (!asked) return [];
  const way = { coin: 'USDT', from: 'available', to: 'margin', amount: units(asked.amount) };
  return [{ accountId: entry.accountId, object: parseWireId('contract', told!.trade_id), kind: 'contract-margin-added', ...way }]; // oxfmt-ignore
}

function optionLines(entry: Entry, results: ExpectedOf['results']): LedgerLine[] {
  const { asked, told } = acceptedBy(entry, submitOptionsOrder) ?? {};
  const orderId = told && optionIdOf(told);
  const outcome = orderId && results.get(orderId);
  if (!outcome) return [];
  const stake = units(asked!.trade_num);
  const { result, profit, paid } = outcome;
  const line = (kind: string, [from, to]: [string, string], amount: bigint, cover?: string): LedgerLine => ({
    accountId: entry.accountId,
    object: orderId,
    kind: `option-${kind}`,
    coin: 'USDT',
    from,
    to,
    amount,
    cover,
  });
  const released = `options-reserve > bankroll ${profit}`;
  const placed = line('placed', ['available', 'reserved'], stake, `bankroll > options-reserve ${profit}`);
  if (result === 'lose') return [placed, line('lost', ['reserved', 'bankroll'], stake, released)];
  const back: [string, string] = ['reserved', 'available'];
  if (result !== 'win') return [placed, line('returned', back, stake, released)];
  return [placed, line('returned', back, stake), line('won', ['options-reserve', 'available'], paid - stake)];
}

/** All but the added margin, which its own requests explain. */
function contractLines(orderId: Uuid, receipt: ContractReceipt): LedgerLine[] {
  const [margin, fee] = [units(receipt.order.usd_num), units(receipt.order.fee)];
  const accountId = parseWireId('account', receipt.order.account_id)!;
  const line = (kind: string, [from, to]: [string, string], amount: bigint): LedgerLine[] =>
    amount > 0n ? [{ accountId, object: orderId, kind: `contract-${kind}`, coin: 'USDT', from, to, amount }] : [];
  const placed = line('placed', ['available', 'reserved'], margin + fee);
  if (receipt.entry === null) return [...placed, ...line('cancelled', ['reserved', 'available'], margin + fee)];
  // Where an order is given up at its tick there is no entry, so from here on it opened.
  const ends = payoutsOf(receipt).flatMap((part) => [
    ...line('returned', ['margin', 'available'], part.paid < part.margin ? part.paid : part.margin),
    ...line('profit', ['bankroll', 'available'], part.paid - part.margin),
    ...line('loss', ['margin', 'bankroll'], part.margin - part.paid),
  ]);
  const opened = [...line('opened', ['reserved', 'margin'], margin), ...line('fee', ['reserved', 'fees'], fee)];
  return [...placed, ...opened, ...ends];
}
