// The market as operators see it at the console: states, sources, halts and corrections.
import { coinCodes, coinOfCode, exportCorrections, formatAmount, getCoinDesk, getMarketDesk, getMinutes, listCorrections, minutesAround, toInstant } from '@candor/wire'; // oxfmt-ignore
import { bindList } from '../../kit/bind-list.ts';
import { bindOperator, type BoundCall } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { textsOf } from '../corrections/correct-candles.ts';
import { listedCorrections } from '../corrections/correction-list-store.ts';
import { describeSources } from '../index/index-calls.ts';
import { activeHalts } from '../store.ts';
import type { MarketView } from '../topics/market-view.ts';

export const marketDeskCalls = ({ view, pool }: { view: MarketView; pool: Pool }): BoundCall[] => [
  bindOperator(getMarketDesk, async () => {
    const halts = await activeHalts(pool);
    const now = view.clock.now();
    const coins = coinCodes.map((coin) => {
      const last = view.market.lastTick(coin);
      const { sources, state, gaps } = describeSources(view, coin);
      const halt = halts.find((each) => each.coin === coin);
      return {
        coin,
        state,
        price: last ? formatAmount(last.price) : null,
        age_ms: last ? Math.max(0, now - last.publishedAt) : null,
        sources_in: sources.filter(({ standing }) => standing === 'in').length,
        sources: sources.length,
        gaps: gaps.count,
        halt: halt
          ? {
              reason: halt.reason,
              halted_at: toInstant(halt.haltedAt),
              proposed_by: halt.proposedBy,
              approved_by: halt.approvedBy,
            }
          : null,
      };
    });
    return { source: view.market.source, coins };
  }),
  bindOperator(getCoinDesk, ({ coin: code }) => {
    const coin = coinOfCode(code);
    return coin ? describeSources(view, coin.code) : refuse('unknown-coin');
  }),
  bindOperator(getMinutes, async ({ coin: code, minute_ms: minuteMs }) => {
    const coin = coinOfCode(code)?.code ?? refuse('unknown-coin');
    const [middle, around] = [Math.floor(minuteMs / 60_000) * 60, minutesAround * 60];
    const span = { fromSeconds: middle - around, toSeconds: middle + around, limit: 2 * minutesAround + 1 };
    const candles = await view.candles.read({ coin, period: '1min', ...span });
    return {
      minutes: candles.map(({ start, open, high, low, close }) => ({
        minute_ms: start * 1000,
        ...textsOf({ open, high, low, close }),
      })),
    };
  }),
  ...bindList(listCorrections, exportCorrections, {
    pool,
    head: ['id', 'coin', 'minute_ms', 'before', 'after', 'reason', 'note', 'proposed_by', 'approved_by', 'corrected_at'], // oxfmt-ignore
    async read({ pagesize, current_page: page, sort = '-corrected_at', ...filter }) {
      const { total, rows } = await listedCorrections(pool, { ...filter, sort, limit: pagesize, offset: (page - 1) * pagesize }); // oxfmt-ignore
      const list = rows.map(({ minuteMs, proposedBy, approvedBy, correctedMs, ...row }) => ({
        ...row,
        minute_ms: minuteMs,
        proposed_by: proposedBy,
        approved_by: approvedBy,
        corrected_at: toInstant(correctedMs),
      }));
      return { TOTAL: total, RESULT_LIST: list };
    },
  }),
];
