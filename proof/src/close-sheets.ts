// What closing some sheets of a position brings at the price of a tick: their margin, what they gained, and their share of the fee.
import { formatAmount, one, wad } from '@candor/wire';
import type { ArchivedTick, ContractReceipt, Wad } from '@candor/wire';

export interface Position {
  entry: ArchivedTick;
  sheets: number;
  own: bigint;
  added: bigint;
  liquidation: bigint;
}

/** Amounts as a receipt writes them. */
export interface Figures {
  margin: string;
  pnl: string;
  paid: string;
  fee: string;
  net: string;
}

export interface Closed {
  sheets: number;
  own: bigint;
  added: bigint;
  figures: Figures;
}

type Order = ContractReceipt['order'];

const cent = 10n ** 14n;
const down = (amount: bigint): bigint => amount - (((amount % cent) + cent) % cent);
const text = (amount: bigint): string => formatAmount(amount as Wad);

export function closeSheets(position: Position, order: Order, sheets: number, tick: ArchivedTick): Closed {
  const share = (amount: bigint): bigint =>
    sheets === position.sheets ? amount : down((amount * BigInt(sheets)) / BigInt(position.sheets));
  const change = (wad(tick[1]) - wad(position.entry[1])) * (order.side === 'long' ? 1n : -1n);
  const gross = change * BigInt(sheets) * wad(order.sheet_size);
  // Towards less, also below zero.
  const pnl = down(gross >= 0n ? gross / one : -((-gross + one - 1n) / one));
  const [own, added] = [share(position.own), share(position.added)];
  const margin = own + added;
  const paid = margin + pnl > 0n ? margin + pnl : 0n;
  const before = order.sheets - position.sheets;
  const fee = feeUpTo(order, before + sheets) - feeUpTo(order, before);
  const figures = {
    margin: text(margin),
    pnl: text(pnl),
    paid: text(paid),
    fee: text(fee),
    net: text(paid - margin - fee),
  };
  return { sheets, own, added, figures };
}

/** What of the fee belongs to the first so many sheets that are closed. */
const feeUpTo = ({ fee, sheets }: Order, count: number): bigint => down((wad(fee) * BigInt(count)) / BigInt(sheets));

/** The fee of the sheets that were closed before, as a formula names it. */
export const feeBefore = (order: Order, closed: number): string => text(feeUpTo(order, closed));
