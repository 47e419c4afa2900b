// What stands against promises: by coin and book, the bankroll and what each product has set aside out of it.
import type { listHouseAccounts } from '@candor/wire';
import type { DataOf } from '../session/session.ts';

type Account = DataOf<typeof listHouseAccounts>['accounts'][number];

export interface Promised {
  coin: string;
  book: Account['book'];
  bankroll: string;
  options: string;
  contracts: string;
}

/** Those that have none of it are left out. */
export function promised(accounts: readonly Account[]): Promised[] {
  const places = new Map<string, Promised>();
  for (const { bucket, coin, book, balance } of accounts) {
    const name = buckets[bucket];
    if (name === undefined) continue;
    const key = `${coin} ${book}`;
    const place = places.get(key) ?? { coin, book, bankroll: '0', options: '0', contracts: '0' };
    places.set(key, { ...place, [name]: balance });
  }
  return [...places.values()];
}

const buckets: Readonly<Record<string, 'bankroll' | 'options' | 'contracts'>> = {
  bankroll: 'bankroll',
  'options-reserve': 'options',
  'contracts-reserve': 'contracts',
};
