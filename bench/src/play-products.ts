// A customer who uses the products as their faces say that customers do, with the newest prices and what the products have answered so far.
import { coins, getMarketSummary } from '@candor/wire';
import type { WireId } from '@candor/wire';
import type { Customer } from './customer.ts';
import { playedCall } from './playable.ts';
import type { PlayedCall } from './playable.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface ProductPlayer {
  /** Undefined when there is nothing to do it with, or no price yet. */
  payloadOf(played: PlayedCall): Promise<unknown>;
  /** What a call, by its name, has answered. */
  note(call: string, data: unknown): void;
}

const pricesForMs = 400;
const callTimeoutMs = 20_000;

class UnknownPrice extends Error {}
const unknownPrice = (): never => {
  throw new UnknownPrice();
};
const symbolOf = (code: string): string => coins.find((coin) => coin.code === code)!.symbol;

export function playProducts({ customer, random }: { customer: Customer; random: SeededRandom }): ProductPlayer {
  const { client, user } = customer;
  const replies = new Map<string, unknown[]>();
  const prices = new Map<string, string>();
  let pricesAt = -pricesForMs;

  async function readPrices(): Promise<void> {
    if (performance.now() - pricesAt <= pricesForMs) return;
    const summary = await client.call(getMarketSummary, {}, { signal: AbortSignal.timeout(callTimeoutMs) });
    if (!summary.ok) return;
    pricesAt = performance.now();
    for (const { coin, price } of summary.data.coins) if (price !== null) prices.set(symbolOf(coin), price);
  }

  return {
    async payloadOf({ product, payload }) {
      await readPrices();
      try {
        return payload({
          accountId: user.account_id as WireId,
          random: random.below,
          pick: random.pick,
          price: (symbol) => prices.get(symbol) ?? unknownPrice(),
          replies: replies.get(product) ?? [],
        });
      } catch (error) {
        if (error instanceof UnknownPrice) return undefined;
        throw error;
      }
    },
    note(call, data) {
      const { product } = playedCall(call);
      const known = replies.get(product) ?? [];
      replies.set(product, known);
      known.push(data);
    },
  };
}
