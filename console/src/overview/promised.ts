// What stands against promises: by coin and book, the bankroll and what each product has set aside out of it.
import { promisedOutOf } from '@candor/wire';
import type { BankrollPromise, listHouseAccounts } from '@candor/wire';
import type { DataOf } from '../session/session.ts';
import type { TextKey } from '../text/keys.ts';

type Account = DataOf<typeof listHouseAccounts>['accounts'][number];

/** A product that is not named here is a type error. */
export const promiseNames: Readonly<Record<BankrollPromise, TextKey>> = {
  'options-reserve': 'overview.options',
  'contracts-reserve': 'overview.contracts',
  'swaps-reserve': 'overview.swaps',
  'purchases-reserve': 'overview.purchases',
};
export const bankrollPromises = Object.entries(promisedOutOf)
  .filter(([, from]) => from === 'bankroll')
  .map(([bucket]) => bucket as BankrollPromise);

export interface Promised {
  coin: string;
  book: Account['book'];
  bankroll: string;
  /** By product; '0' where nothing is. */
  aside: Readonly<Record<BankrollPromise, string>>;
}

const nothing = Object.fromEntries(bankrollPromises.map((bucket) => [bucket, '0'])) as Promised['aside'];
const isAside = (bucket: string): bucket is BankrollPromise => Object.hasOwn(nothing, bucket);

/** Those that have none of it are left out. */
export function promised(accounts: readonly Account[]): Promised[] {
  const places = new Map<string, Promised>();
  for (const { bucket, coin, book, balance } of accounts) {
    if (bucket !== 'bankroll' && !isAside(bucket)) continue;
    const key = `${coin} ${book}`;
    const place = places.get(key) ?? { coin, book, bankroll: '0', aside: nothing };
    const changed = bucket === 'bankroll' ? { bankroll: balance } : { aside: { ...place.aside, [bucket]: balance } };
    places.set(key, { ...place, ...changed });
  }
  return [...places.values()];
}
