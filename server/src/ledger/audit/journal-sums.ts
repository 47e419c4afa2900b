// What the journal adds up to, range by range, and what that says of the balances. Pure: amounts are in the smallest units.
import type { Uuid, Wad } from '@candor/wire';
import { houseAccountId } from '../command.ts';

/** All moves of one customer's bucket in a range whose running balance is `offset` higher than the sum since the start of the range. */
export interface CustomerRow {
  account: Uuid;
  coin: string;
  book: 'real' | 'bonus';
  /** Null for moves of the account's entries between accounts of the house alone. */
  bucket: string | null;
  moves: number;
  total: Wad;
  offset: Wad;
}

/** What a range moved into one slice of an account of the house. */
export interface HouseRow {
  bucket: string;
  slice: number;
  coin: string;
  book: 'real' | 'bonus';
  total: Wad;
}

/** Counts of a rule so far. */
export interface Count {
  checked: number;
  broken: number;
}

/** What one range adds. It is applied as a whole, so a range that failed midway is read again. */
export interface RangeSums {
  customers: ReadonlyMap<string, Wad>;
  /** The books that each account's entries touched: 1 real, 2 bonus, 3 both. */
  books: ReadonlyMap<string, number>;
  house: ReadonlyMap<string, Wad>;
  running: Count;
}

const bookBits = { real: 1, bonus: 2 } as const;
const bothBooks = 3;
const zero = 0n as Wad;

export const customerKey = (account: string, coin: string, book: string, bucket: string): string =>
  `${account} ${coin} ${book} ${bucket}`;
export const houseKey = ({ bucket, slice, coin, book }: Omit<HouseRow, 'total'>): string =>
  `${bucket} ${slice} ${coin} ${book}`;

export class JournalSums {
  readonly #customers = new Map<string, Wad>();
  readonly #books = new Map<string, number>();
  readonly #house = new Map<string, Wad>();
  readonly #running: Count = { checked: 0, broken: 0 };

  /** Starts a range: its rows are compared with the sums of all ranges before. */
  startRange() {
    const customers = new Map<string, Wad>();
    const books = new Map<string, number>();
    const house = new Map<string, Wad>();
    const running: Count = { checked: 0, broken: 0 };
    return {
      addCustomer: ({ account, coin, book, bucket, moves, total, offset }: CustomerRow): void => {
        if (account !== houseAccountId) books.set(account, (books.get(account) ?? 0) | bookBits[book]);
        if (bucket === null) return;
        const key = customerKey(account, coin, book, bucket);
        running.checked += moves;
        if (offset !== (this.#customers.get(key) ?? zero)) running.broken += moves;
        customers.set(key, ((customers.get(key) ?? zero) + total) as Wad);
      },
      addHouse: (row: HouseRow): void => {
        const key = houseKey(row);
        house.set(key, ((house.get(key) ?? zero) + row.total) as Wad);
      },
      sums: { customers, books, house, running } satisfies RangeSums,
    };
  }

  apply({ customers, books, house, running }: RangeSums): void {
    for (const [key, total] of customers) this.#customers.set(key, ((this.#customers.get(key) ?? zero) + total) as Wad);
    for (const [key, total] of house) this.#house.set(key, ((this.#house.get(key) ?? zero) + total) as Wad);
    for (const [account, bits] of books) this.#books.set(account, (this.#books.get(account) ?? 0) | bits);
    this.#running.checked += running.checked;
    this.#running.broken += running.broken;
  }

  /** Compares the balances with the sums. The sums are used up by it. */
  closeCustomers = (): Closing => closing(this.#customers);
  closeHouse = (): Closing => closing(this.#house);

  get running(): Count {
    return { ...this.#running };
  }
  get oneBook(): Count {
    const broken = [...this.#books.values()].filter((bits) => bits === bothBooks).length;
    return { checked: this.#books.size, broken };
  }
}

interface Closing {
  compare: (key: string, balance: Wad) => void;
  /** Also of sums that no balance was compared with. */
  count: () => Count;
}

function closing(sums: Map<string, Wad>): Closing {
  let [checked, broken] = [0, 0];
  return {
    compare(key, balance) {
      checked++;
      if (balance !== (sums.get(key) ?? zero)) broken++;
      sums.delete(key);
    },
    count: () => ({
      checked: checked + sums.size,
      broken: broken + [...sums.values()].filter((total) => total !== zero).length,
    }),
  };
}
