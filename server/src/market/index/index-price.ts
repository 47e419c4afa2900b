// The index price of every coin, from all sources of it: dollars converted, stale and strange ones left out.
import { convertPrice, nameInputs, roundSourcePrice, writeInputs } from '@candor/proof';
import type { TickInput } from '@candor/proof';
import { coinOfCode, wad } from '@candor/wire';
import type { CoinCode, IndexSourceName, SourceStanding, Wad } from '@candor/wire';
import { createJumpWatch } from './hold-jumps.ts';
import { hasFreshQuote, updateKnown, nothingKnown, repeatsItself, sourcePrice } from './source-price.ts';
import type { Known } from './source-price.ts';
import type { QuoteUpdate, Pair, Venue } from '../sources/venue.ts';
import { weighSources } from './weigh-sources.ts';
import type { Candidate, Exclusions, Weighed } from './weigh-sources.ts';

export interface IndexSourceFacts {
  name: IndexSourceName;
  quotes: Venue['quotes'];
  pairs: ReadonlySet<Pair>;
}

export interface IndexPrice {
  price: Wad;
  /** The newest moment at a source that went in. */
  sourceAt: number;
  /** Who counted, and with several sources their list and its digest; made when it is wanted. */
  name(): { inputs: string; list: string | undefined };
}

/** One source of a coin as it stands. */
export interface SourceVerdict extends TickInput {
  source: IndexSourceName;
  quotes: Venue['quotes'];
  receivedAt: number | undefined;
  /** When it was last too far off. */
  outSince: number | undefined;
  sourceAt: number;
}
export interface IndexVerdict {
  price: Wad | undefined;
  bound: Wad;
  sources: readonly SourceVerdict[];
}

export interface IndexPrices {
  update(source: IndexSourceName, pair: Pair, update: QuoteUpdate, now: number): void;
  /** Undefined while too few sources agree. */
  priceOf(coin: CoinCode, now: number): IndexPrice | undefined;
  verdictOf(coin: CoinCode, now: number): IndexVerdict;
  /** Whether, in the last verdict, sources had prices that no order may use: a jump waits for its confirmation, or times are wrong. */
  isHeld(coin: CoinCode): boolean;
}

const majorBound = wad('0.01');
const otherBound = wad('0.03');
/** Rates stand at four or five decimals and are quoted seldom; a tether that slips makes its prices outliers at once. */
const rateFreshMs = 30_000;
/** Within this time two others must have moved for a source that repeats itself to be frozen. */
const movedWithinMs = 5_000;

/** How far from the median a source may be, as a fraction. */
export const boundOf = (coin: CoinCode): Wad => (coinOfCode(coin)!.isMajor ? majorBound : otherBound);

interface Market {
  facts: IndexSourceFacts;
  known: Known;
  lastPrice: Wad | undefined;
  movedAt: number;
}

/** `lastPriceOf`: price of a coin's newest tick, with which the first price after a start is compared. */
export function createIndexPrices(
  sources: readonly IndexSourceFacts[],
  lastPriceOf: (coin: CoinCode) => Wad | undefined = () => undefined,
): IndexPrices {
  const { markets, byPair } = openMarkets(sources);
  const exclusions = new Map<CoinCode, Exclusions>();
  const jumps = createJumpWatch(lastPriceOf);
  const heldNow = new Set<CoinCode>();

  function verdictOf(coin: CoinCode, now: number): IndexVerdict {
    const decimals = coinOfCode(coin)!.priceDecimals;
    const bound = boundOf(coin);
    const own = byPair.get(coin) ?? [];
    const offers = own.map((market) => ({
      market,
      offer: offerOf(market, { now, decimals, tether: markets.get(`${market.facts.name} USDT`) }),
    }));
    for (const { market, offer } of offers) noteMovement(market, offer, now);
    const candidates = offers.map(({ market, offer }): Candidate => {
      const source = market.facts.name;
      if (typeof offer === 'string') return { source, price: offer };
      return { source, price: isFrozen(market, own, now) ? 'frozen' : offer.price };
    });
    const before = exclusions.get(coin) ?? new Map<string, number>();
    const weighed = weighSources({ candidates, bound, exclusions: before, decimals, now });
    exclusions.set(coin, weighed.exclusions);
    const counted = [...weighed.standings].flatMap(([source, standing]) => (standing === 'in' ? [source] : []));
    const isJumped = weighed.price !== undefined && jumps.isJump(coin, { price: weighed.price, sources: counted, now });
    const isHeld = isJumped || (weighed.price === undefined && candidates.some(({ price }) => price === 'clock'));
    if (isHeld) heldNow.add(coin);
    else heldNow.delete(coin);
    return {
      price: isJumped ? undefined : weighed.price,
      bound,
      sources: offers.map(({ market, offer }, place) =>
        sourceVerdict(market, offer, { candidate: candidates[place]!, weighed, isJumped }),
      ),
    };
  }

  return {
    update(source, pair, update, now) {
      const market = markets.get(`${source} ${pair}`);
      if (!market) return;
      updateKnown(market.known, update, now);
      // While the quote is fresh, a trade cannot confirm a jump: only another quote can.
      if (pair !== 'USDT' && (update.quote || !hasFreshQuote(market.known, now))) jumps.noteMessage(pair, source);
    },
    verdictOf,
    isHeld: (coin) => heldNow.has(coin),
    priceOf(coin, now) {
      const { price, sources: verdicts } = verdictOf(coin, now);
      if (price === undefined) return undefined;
      const counted = verdicts.filter(({ standing }) => standing === 'in');
      const sourceAt = Math.max(...counted.map((verdict) => verdict.sourceAt));
      return { price, sourceAt, name: () => nameVerdicts(verdicts) };
    },
  };
}

function openMarkets(sources: readonly IndexSourceFacts[]) {
  const markets = new Map<string, Market>();
  const byPair = new Map<Pair, Market[]>();
  for (const facts of sources) {
    for (const pair of facts.pairs) {
      const market = { facts, known: nothingKnown(), lastPrice: undefined, movedAt: 0 };
      markets.set(`${facts.name} ${pair}`, market);
      byPair.set(pair, [...(byPair.get(pair) ?? []), market]);
    }
  }
  return { markets, byPair };
}

function sourceVerdict(
  { facts: { name, quotes }, known }: Market,
  offer: Offer | string,
  { candidate, weighed, isJumped }: { candidate: Candidate; weighed: Weighed; isJumped: boolean },
): SourceVerdict {
  const standing = weighed.standings.get(name)!;
  const hasPrice = typeof candidate.price === 'bigint' && typeof offer !== 'string';
  return {
    source: name,
    quotes,
    standing: isJumped && standing === 'in' ? 'disputed' : standing,
    receivedAt: known.receivedAt,
    outSince: weighed.exclusions.get(name),
    sourceAt: hasPrice ? offer.sourceAt : 0,
    ...(hasPrice && { price: offer.price, converted: offer.converted }),
  };
}

function nameVerdicts(verdicts: readonly SourceVerdict[]): ReturnType<IndexPrice['name']> {
  if (verdicts.length === 1) return { inputs: verdicts[0]!.source, list: undefined };
  const list = writeInputs(verdicts);
  return { inputs: nameInputs(verdicts, list), list };
}

interface Offer {
  price: Wad;
  sourceAt: number;
  converted: TickInput['converted'];
}

/**
 * What a source offers in tethers, or why it offers nothing. Dollars are converted at the rate of the same exchange: a
 * wrong rate then moves nobody's price but its own, which makes it an outlier.
 */
function offerOf(
  { facts, known }: Market,
  { now, decimals, tether }: { now: number; decimals: number; tether: Market | undefined },
): Offer | Exclude<SourceStanding, 'in' | 'outlier' | 'disputed'> {
  const found = sourcePrice(known, now);
  if (typeof found === 'string') return found;
  const { price, sourceAt } = found;
  if (facts.quotes === 'USDT') {
    const rounded = roundSourcePrice(price, decimals);
    return rounded > 0n ? { price: rounded, sourceAt, converted: undefined } : 'silent';
  }
  const rate = tether ? sourcePrice(tether.known, now, rateFreshMs) : 'silent';
  if (typeof rate === 'string') return 'unconverted';
  const converted = convertPrice(price, rate.price, decimals);
  return converted > 0n ? { price: converted, sourceAt, converted: { quoted: price, rate: rate.price } } : 'silent';
}

function noteMovement(market: Market, offer: Offer | string, now: number): void {
  const price = typeof offer === 'string' ? undefined : offer.price;
  if (market.lastPrice !== undefined && price !== undefined && price !== market.lastPrice) market.movedAt = now;
  if (price !== undefined) market.lastPrice = price;
}

function isFrozen(market: Market, all: readonly Market[], now: number): boolean {
  if (!repeatsItself(market.known, now)) return false;
  return all.filter((other) => other !== market && now - other.movedAt <= movedWithinMs).length >= 2;
}
