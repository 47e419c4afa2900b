// A price as a number to sort by. What is decided is decided by the price itself.
import type { Wad } from '@candor/wire';

/** One unit of a key: 1e-10 USDT. */
const keyUnit = 10n ** 8n;

/** Never in another order than the prices themselves; prices that differ by less than a unit may have the same key. */
export const priceKey = (price: Wad): number => parseInt((price / keyUnit).toString(), 10);
