// What is said of a coin's sources: each as it stands now, and what the ticks of the archive were made of.
import { coinOfCode, formatAmount, getIndexSources, getTickInputs, inputsPageMax, toInstant } from '@candor/wire';
import type { CoinCode, IndexSource, IndexSources, Wad } from '@candor/wire';
import { bind } from '../../kit/feature.ts';
import type { BoundCall } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { GapsOfCoin } from '../archive/gap-store.ts';
import type { SourceVerdict } from './index-price.ts';
import type { MarketView } from '../topics/market-view.ts';
import { readTickLists } from '../archive/tick-list-store.ts';
import { exclusionMs } from './weigh-sources.ts';

export function indexCalls({ view, pool }: { view: MarketView; pool: Pool }): BoundCall[] {
  return [
    bind(getIndexSources, ({ coin: code }) => {
      const coin = coinOfCode(code);
      return coin ? describeSources(view, coin.code) : refuse('unknown-coin');
    }),
    bind(getTickInputs, async ({ coin: code, after, last = after + inputsPageMax }) => {
      const coin = coinOfCode(code);
      if (!coin) return refuse('unknown-coin');
      const lastSequence = Math.min(last, after + inputsPageMax);
      const inputs = await readTickLists(pool, { coin: coin.code, afterSequence: after, lastSequence });
      return { coin: coin.code, inputs };
    }),
  ];
}

export function describeSources({ index, market, clock, gaps }: MarketView, coin: CoinCode): IndexSources {
  const now = clock.now();
  const { price, bound, sources } = index.verdictOf(coin, now);
  const reference = price ?? market.lastTick(coin)?.price;
  return {
    coin,
    at: toInstant(now),
    state: market.state(coin),
    price: price === undefined ? null : formatAmount(price),
    bound: formatAmount(bound),
    gaps: describeGaps(gaps.of(coin)),
    sources: sources.map((verdict) => describeSource(verdict, { reference, now })),
  };
}

function describeSource(
  { source, quotes, standing, price, converted, receivedAt, outSince }: SourceVerdict,
  { reference, now }: { reference: Wad | undefined; now: number },
): IndexSource {
  return {
    source,
    quotes,
    standing,
    price: price === undefined ? null : formatAmount(price),
    quoted: converted ? formatAmount(converted.quoted) : null,
    rate: converted ? formatAmount(converted.rate) : null,
    age_ms: receivedAt === undefined ? null : Math.max(0, now - receivedAt),
    deviation: price === undefined || reference === undefined ? null : deviationOf(price, reference),
    out_since: outSince === undefined ? null : toInstant(outSince),
    back_from: outSince === undefined ? null : toInstant(outSince + exclusionMs),
  };
}

/** (price - reference) / reference, six decimals, towards zero. */
function deviationOf(price: Wad, reference: Wad): string {
  const millionths = ((price - reference) * 1_000_000n) / reference;
  return formatAmount((millionths * 10n ** 12n) as Wad);
}

const describeGaps = (gaps: GapsOfCoin | undefined): IndexSources['gaps'] => ({
  count: gaps?.count ?? 0,
  largest_ms: gaps?.largestMs ?? null,
  last_at: gaps ? toInstant(gaps.lastAtMs) : null,
});
