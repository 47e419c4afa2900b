// What two operators do about the market: halts, and corrections of candles.
import { coinOfCode, correctCandle, haltCoin, reopenCoin, type CoinCode } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { textsOf, type CandleCorrector } from './corrections/correct-candles.ts';
import type { Market } from './market.ts';
import { haltedCoins, runHaltFunction } from './store.ts';

export interface MarketActsOptions {
  market: Pick<Market, 'state'>;
  corrector: Pick<CandleCorrector, 'findDifference' | 'record'>;
}

export function marketActs({ market, corrector }: MarketActsOptions): BoundAct[] {
  const factsOfHalt = async (code: string, pool: Pool) => {
    const coin = coinOf(code);
    return { coin, state: market.state(coin), is_halted: (await haltedCoins(pool)).has(coin) };
  };

  return [
    bindAct(haltCoin, {
      async facts({ coin }, pool) {
        const facts = await factsOfHalt(coin, pool);
        return facts.is_halted ? refuse('halted-already') : facts;
      },
      carryOut: ({ proposalId }, database) =>
        change(database, 'market_halt', { proposalId, otherwise: 'halted-already' }),
    }),
    bindAct(reopenCoin, {
      async facts({ coin }, pool) {
        const facts = await factsOfHalt(coin, pool);
        return facts.is_halted ? facts : refuse('not-halted');
      },
      carryOut: ({ proposalId }, database) =>
        change(database, 'market_reopen', { proposalId, otherwise: 'not-halted' }),
    }),
    bindAct(correctCandle, {
      async facts({ coin: code, minute_ms: minuteMs }) {
        const found = await corrector.findDifference(coinOf(code), minuteMs);
        return found ? { before: textsOf(found.before), after: textsOf(found.after) } : refuse('nothing-to-correct');
      },
      async carryOut({ proposalId, body, facts, maker, checker }) {
        const { coin: code, minute_ms: minuteMs, reason, note } = body;
        const approval = { proposalId, proposedBy: maker, approvedBy: checker };
        const { id } = await corrector.record({ coin: coinOf(code), minuteMs, reason, note, ...facts, approval });
        return { correction_id: id };
      },
    }),
  ];
}

const coinOf = (code: string): CoinCode => coinOfCode(code)?.code ?? refuse('unknown-coin');

async function change(
  database: Database,
  name: 'market_halt' | 'market_reopen',
  { proposalId, otherwise }: { proposalId: string; otherwise: 'halted-already' | 'not-halted' },
): Promise<Record<string, never>> {
  return (await runHaltFunction(database, name, proposalId)) ? {} : refuse(otherwise);
}
