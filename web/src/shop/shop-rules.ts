// What a ticket is worth, what is left, and what is wrong with an address. Pure.
import { add, addressLines, formatAmount, subtract, wad } from '@candor/wire';
import type { AddressLine, ShopPeriod, Wad } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';

/** With all tickets sold: the chance as a share, and what a ticket brings on average, before and after its price. */
export interface Odds {
  chance: string;
  brings: Wad;
  /** What it brings less what it costs: below zero where the house keeps something. */
  expected: Wad;
}

type Terms = Pick<ShopPeriod, 'price' | 'prize' | 'rebate' | 'tickets' | 'winners'>;

export function oddsOf({ price, prize, rebate, tickets, winners }: Terms): Odds {
  const all = add((wad(prize) * BigInt(winners)) as Wad, (wad(rebate) * BigInt(tickets - winners)) as Wad);
  const brings = (all / BigInt(tickets)) as Wad;
  const chance = formatAmount(((BigInt(winners) * 10n ** 18n) / BigInt(tickets)) as Wad);
  return { chance, brings, expected: subtract(brings, wad(price)) };
}

/** Why nobody can buy; undefined while tickets are sold. */
export function whyClosed(period: Pick<ShopPeriod, 'state' | 'sold' | 'tickets' | 'closes_at'>, now: number) {
  if (period.state !== 'open' || Date.parse(period.closes_at) <= now) return 'closed';
  return period.sold >= period.tickets ? 'soldOut' : undefined;
}

/** Shortly before the closing `sold` is what was sold until then: at least so many, and nobody is told how many more. */
export const isCountHidden = (period: Pick<ShopPeriod, 'state' | 'sold_hidden_from'>, now: number): boolean =>
  period.state === 'open' && now >= Date.parse(period.sold_hidden_from);

export const numbersOf = (winningNum: string): string[] => (winningNum === '' ? [] : winningNum.split(','));

export type Address = Record<AddressLine, string>;
export const emptyAddress: Address = { name: '', street: '', postcode: '', city: '', country: '', phone: '' };

export function addressFaults(typed: Address): Faults<Address> {
  const lines = Object.entries(addressLines) as [AddressLine, number][];
  return Object.fromEntries(
    lines.flatMap(([line, max]) => {
      const text = typed[line].trim();
      const isFine = text.length <= max && (text !== '' || line === 'phone');
      return isFine ? [] : [[line, { code: 'address-malformed', facts: { field: line } }]];
    }),
  );
}
