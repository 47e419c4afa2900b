// A venue as a source of the index price: one connection for all its markets, every message checked by its protocol.
import type { VenueName } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { openUpstreamPool, type UpstreamPool } from './upstream-pool.ts';
import type { ConnectionTiming } from './upstream.ts';
import type { QuoteUpdate, Pair, Venue } from './venue.ts';

export interface QuoteSource {
  name: VenueName;
  quotes: Venue['quotes'];
  pairs: ReadonlySet<Pair>;
  connect(listener: (pair: Pair, update: QuoteUpdate) => void): void;
  close(): Promise<void>;
}

export interface VenueSourceOptions {
  venue: Venue;
  url: string;
  clock: Clock;
  timing?: Partial<ConnectionTiming>;
  /** For tests: fewer markets than the venue has. */
  pairs?: readonly Pair[];
}

export interface VenueSource extends QuoteSource {
  counts(): UpstreamPool['counts'] | undefined;
}

export function createVenueSource({ venue, url, clock, timing, pairs }: VenueSourceOptions): VenueSource {
  const symbols = [...venue.symbols].filter(([pair]) => !pairs || pairs.includes(pair));
  const bySymbol = new Map(symbols.map(([pair, symbol]) => [symbol, pair]));
  let upstream: UpstreamPool | undefined;
  return {
    name: venue.name,
    quotes: venue.quotes,
    pairs: new Set(bySymbol.values()),
    connect(listener) {
      upstream ??= openUpstreamPool({
        url,
        clock,
        protocol: venue.createProtocol(),
        groups: [symbols.flatMap(([, symbol]) => venue.topicsOf(symbol))],
        ...(timing && { timing }),
        onPush: (topic, update) => listener(bySymbol.get(venue.symbolOf(topic))!, update),
      });
    },
    close: async () => upstream?.close(),
    counts: () => upstream?.counts,
  };
}
