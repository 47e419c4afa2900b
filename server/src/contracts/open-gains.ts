// What an account's positions had gained or lost at each of some instants, at the newest price of that time.
import { add, coinAmount, payoutOf, pnlOf, subtract, zero, type CoinCode, type ContractSide, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { amount, columns, integer, text } from '../kit/columns.ts';
import { arrayOf, type Pool } from '../kit/postgres.ts';
import type { OpenGainsAt } from '../kit/product.ts';
import { select } from '../kit/select.ts';
import type { Market } from '../market/market.ts';

const openPosition = columns({
  /** Which of the instants, from 1 on. */
  place: integer,
  coin: text<CoinCode>(),
  side: text<ContractSide>(),
  entryPrice: amount,
  sheetSize: amount,
  /** What was open of it then, and the margin that stood for it. */
  sheets: integer,
  margin: amount,
});

/** As the journal has it: what is of that very instant came after. Parts closed later were open then, and margin that was added later did not stand there yet. */
const readPositionsAt = (pool: Pool, accountId: Uuid, instants: readonly number[]) =>
  select(
    pool,
    openPosition,
    `select asked.place::int as place, coin, side, entry_price, sheet_size, open_sheets + later.sheets as sheets,
       greatest(open_margin + open_added + later.margin, 0) as margin
     from contract_orders
     join unnest($2::timestamptz[]) with ordinality as asked (at, place)
       on entry_at < asked.at and (state = 'open' or settled_at >= asked.at)
     cross join lateral (
       select coalesce(sum(sheets) filter (where kind = 'part'), 0)::int as sheets,
         coalesce(sum(case kind when 'part' then amount else -amount end), 0) as margin
       from contract_changes
       where contract_changes.account_id = $1 and contract_changes.order_id = contract_orders.order_id
         and kind in ('part', 'margin') and contract_changes.at >= asked.at) as later
     where contract_orders.account_id = $1`,
    [accountId, arrayOf(instants, (at) => new Date(at).toISOString())],
  );

export const openGainsOf =
  ({ pool, market }: { pool: Pool; market: Pick<Market, 'lastTickUpTo'> }): OpenGainsAt =>
  async (accountId, instants) => {
    const gains: (Wad | undefined)[] = instants.map(() => zero);
    for (const { place, coin, margin, sheets, sheetSize, ...position } of await readPositionsAt(
      pool,
      accountId,
      instants,
    )) {
      const tick = await market.lastTickUpTo(coin, instants[place - 1]!);
      const total = gains[place - 1];
      if (tick === undefined || total === undefined) {
        gains[place - 1] = undefined;
        continue;
      }
      const pnl = pnlOf({ ...position, price: tick.price, amount: coinAmount(sheets, sheetSize) });
      gains[place - 1] = add(total, subtract(payoutOf(margin, pnl), margin));
    }
    return gains;
  };
