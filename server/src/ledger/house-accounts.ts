// What is known of the house's accounts, by bucket, coin, book and slice, without making a text of them for each look.
import type { AssetCode } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import type { HouseBucket } from './command.ts';

export interface HouseAccount {
  bucket: HouseBucket;
  coin: AssetCode;
  book: Book;
  slice: number;
}

export class HouseAccounts<Value> {
  readonly #bySlice: { [Name in Book]: Map<AssetCode, Map<HouseBucket, Value>> }[] = [];

  get({ bucket, coin, book, slice }: HouseAccount): Value | undefined {
    return this.#bySlice[slice]?.[book].get(coin)?.get(bucket);
  }

  set({ bucket, coin, book, slice }: HouseAccount, value: Value): void {
    const byCoin = (this.#bySlice[slice] ??= { real: new Map(), bonus: new Map() })[book];
    const byBucket = byCoin.get(coin) ?? new Map<HouseBucket, Value>();
    byCoin.set(coin, byBucket.set(bucket, value));
  }

  values(): Value[] {
    return this.#bySlice.flatMap((books) =>
      [books.real, books.bonus].flatMap((byCoin) => [...byCoin.values()].flatMap((byBucket) => [...byBucket.values()])),
    );
  }
}
