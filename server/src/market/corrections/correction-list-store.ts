// The SQL of corrections as operators list them.
import type { CorrectionReason } from '@candor/wire';
import { columns, safeInteger, text } from '../../kit/columns.ts';
import { orderBy } from '../../kit/order-by.ts';
import type { Database } from '../../kit/postgres.ts';
import { selectPage } from '../../kit/select.ts';

/** Four prices as one text. */
const prices = (column: string): string =>
  `(select string_agg(trim_scale(price)::text, ' ' order by place) from unnest(${column}) with ordinality as p(price, place))`;

const correction = columns({
  id: safeInteger.as('correction_id'),
  coin: text(),
  minuteMs: safeInteger,
  before: text().as(prices('before_prices')),
  after: text().as(prices('after_prices')),
  reason: text<CorrectionReason>(),
  note: text(),
  proposedBy: text(),
  approvedBy: text(),
  correctedMs: safeInteger,
});

const sorts = { corrected_at: 'corrected_ms', minute_ms: 'minute_ms', coin: 'coin' };

export const listedCorrections = (
  database: Database,
  wanted: { coin?: string | undefined; reason?: string | undefined; sort: string; limit: number; offset: number },
) => {
  const { coin, reason, sort, ...page } = wanted;
  const from = `market_corrections where ($1::text is null or coin = $1) and ($2::text is null or reason = $2)`;
  const order = orderBy(sort, sorts, 'correction_id');
  return selectPage(database, correction, { from, order, values: [coin, reason] }, page);
};
