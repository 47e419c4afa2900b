// The exchanges besides HTX that an index price can be made of.
import type { VenueName } from '@candor/wire';
import { steadyClock } from '../../kit/clock.ts';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import { createVenueSource } from './venue-source.ts';
import type { QuoteSource } from './venue-source.ts';
import type { Venue } from './venue.ts';

/** A venue that is switched on, and where it is reached. */
export interface VenueAddress {
  name: VenueName;
  websocketUrl: string;
}

const venues: Record<Exclude<VenueName, 'htx'>, Venue> = { binance, okx, bybit, coinbase, kraken };

/** HTX has an adapter of its own, since it also gives books, tapes and candles. */
export const createVenueSources = (addresses: readonly VenueAddress[]): QuoteSource[] =>
  addresses.flatMap(({ name, websocketUrl: url }) =>
    name === 'htx' ? [] : [createVenueSource({ venue: venues[name], url, clock: steadyClock })],
  );
