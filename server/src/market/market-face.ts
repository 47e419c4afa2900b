// The market: coins, prices and the public archive of ticks, in our own form and in that of HTX.
import {
  correctCandle,
  correctionEvent,
  exportCorrections,
  getArchiveDay,
  getCoinDesk,
  getCorrections,
  getIndexSources,
  getMarketDesk,
  getMinutes,
  getMarketStatus,
  getMarketSummary,
  getTickInputs,
  getTicks,
  haltCoin,
  htxCandles,
  htxCurrencies,
  htxCurrencySettings,
  htxDepth,
  htxDetail,
  htxKlines,
  htxMarketSettings,
  htxMarketStatus,
  htxMerged,
  htxSymbols,
  htxSymbolSettings,
  htxTickers,
  htxTimestamp,
  htxTrade,
  htxTradeHistory,
  listCoins,
  listCorrections,
  marketEvent,
  reopenCoin,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import type { MarketBoard } from './create-market-board.ts';
import { marketInvariants } from './market-invariants.ts';

export const market = product({
  name: 'market',
  calls: [
    {
      title: 'Market',
      text: 'Coins, prices, states and the public archive of ticks.',
      anyone: [listCoins, getMarketSummary, getMarketStatus, getTicks, getArchiveDay],
    },
    {
      title: 'Index',
      text: 'What each price is made of, now and for every tick of the archive.',
      anyone: [getIndexSources, getTickInputs],
    },
    {
      title: 'Corrections',
      text: 'Public corrections of candles; nothing is settled by a candle.',
      anyone: [getCorrections],
    },
    {
      title: 'Market, as HTX',
      text: 'Market data in the form that clients of HTX read.',
      anyone: [
        htxKlines,
        htxCandles,
        htxMerged,
        htxDetail,
        htxTickers,
        htxDepth,
        htxTrade,
        htxTradeHistory,
        htxSymbols,
        htxTimestamp,
      ],
    },
    {
      title: 'Reference, as HTX',
      text: 'Status, settings and currencies in the form that clients of HTX read first.',
      anyone: [htxMarketStatus, htxSymbolSettings, htxMarketSettings, htxCurrencySettings, htxCurrencies],
    },
  ],
  consoleCalls: [
    {
      title: 'Market',
      text: 'States, sources and halts of coins, and corrections of candles.',
      operator: [getMarketDesk, getCoinDesk, getMinutes, listCorrections, exportCorrections],
    },
  ],
  acts: [haltCoin, reopenCoin, correctCandle],
  events: [marketEvent, correctionEvent],
  unnoticed: {
    market: 'The state of a market is seen where it is traded.',
    layer: 'A correction is seen in the chart; an order that it changes is told by its own event.',
  },
  logged: [
    { kind: 'candle-correction', table: 'market_corrections' },
    { kind: 'halt', table: 'market_halts', columns: '{halt_id,coin,reason,halted_at,proposed_by,approved_by}' },
    {
      kind: 'reopening',
      table: 'market_halts',
      columns: '{halt_id,coin,lifted_at,lift_proposed_by,lift_approved_by}',
      rows: 'lifted_at is not null',
    },
  ],
  invariants: marketInvariants,
  bridged: { betweenWebs: ['market.corrected'] },
  web: (parts: { board: MarketBoard }) => parts.board.web,
});
