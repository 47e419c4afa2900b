// What an account was worth when a day began, computed from what can't change any more: the journal, the orders and the archive of ticks.
import { add, formatAmount, multiplyDown, openingAgeMaxMs, queryEquityHistory, queryOpeningEquity, toInstant, usdtDecimals, zero } from '@candor/wire'; // oxfmt-ignore
import type { AssetCode, Uuid, Wad } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bindSelf } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { OpenGainsAt, WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { readHoldingsAt, readTransfersSince } from '../ledger/read-holdings.ts';
import type { Market } from '../market/market.ts';

export interface EquityParts {
  pool: Pool;
  clock: Clock;
  market: Pick<Market, 'lastTickUpTo'>;
  openGains: () => readonly OpenGainsAt[];
}

export function equityWeb({ pool, clock, market, openGains }: EquityParts): WebPart {
  return {
    calls: [
      bindSelf(queryOpeningEquity, async (payload, { session: { accountId } }) => {
        const now = clock.now();
        const at = instantWithin('at', payload.at, now);
        const [[equity], transferred] = await Promise.all([equityAt(accountId, [at]), transferredSince(accountId, at)]);
        return { at: toInstant(at), now: toInstant(now), equity: textOf(equity), transferred: textOf(transferred) };
      }),
      bindSelf(queryEquityHistory, async ({ until, days }, { session: { accountId } }) => {
        const last = instantWithin('until', until, clock.now());
        const instants = Array.from({ length: days }, (_, place) => last - (days - 1 - place) * dayMs);
        const worths = await equityAt(accountId, instants);
        return { days: instants.map((at, place) => ({ at: toInstant(at), equity: textOf(worths[place]) })) };
      }),
    ],
  };

  /** One instant after the other: nobody's question takes more than a few connections. */
  async function equityAt(accountId: Uuid, instants: readonly number[]): Promise<(Wad | undefined)[]> {
    const gains = await Promise.all(openGains().map((openGainsAt) => openGainsAt(accountId, instants)));
    const worths: (Wad | undefined)[] = [];
    for (const [place, holdings] of (await readHoldingsAt(pool, accountId, instants)).entries()) {
      const at = instants[place]!;
      const worth = await Promise.all(holdings.map((held) => worthAt({ ...held, at })));
      worths.push(sum([...worth, ...gains.map((each) => each[place])]));
    }
    return worths;
  }

  async function transferredSince(accountId: Uuid, at: number): Promise<Wad | undefined> {
    return sum(await Promise.all((await readTransfersSince(pool, accountId, at)).map(worthAt)));
  }

  /** In USDT at the newest price of that time, cut towards zero. */
  async function worthAt({ coin, amount, at }: { coin: AssetCode; amount: Wad; at: number }): Promise<Wad | undefined> {
    if (coin === 'USDT' || amount === 0n) return amount;
    const tick = await market.lastTickUpTo(coin, at);
    if (tick === undefined) return undefined;
    const size = (amount < 0n ? -amount : amount) as Wad;
    const worth = multiplyDown(size, tick.price, usdtDecimals);
    return (amount < 0n ? -worth : worth) as Wad;
  }
}

const dayMs = 24 * 3_600_000;

function instantWithin(field: string, text: string, now: number): number {
  const at = Date.parse(text);
  if (at <= now && at >= now - openingAgeMaxMs) return at;
  return refuse('malformed', { field, problem: 'an instant of the last 48 hours is expected' });
}

const sum = (amounts: readonly (Wad | undefined)[]): Wad | undefined =>
  amounts.reduce((all, each) => (all === undefined || each === undefined ? undefined : add(all, each)), zero as Wad | undefined); // oxfmt-ignore

const textOf = (amount: Wad | undefined): string | null => (amount === undefined ? null : formatAmount(amount));
