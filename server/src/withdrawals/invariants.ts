// What must hold for withdrawals in a whole database, besides what the ledger checks of itself.
import { coinScales } from '../chains/coin-scales.ts';
import type { withdrawalMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** What is asked for and neither sent nor given back. */
export const withdrawalClaims: Claims = {
  customers: { reserved: sql`select account_id, asset as coin, book, amount from withdrawals where ended_at is null` },
};

const withdrawal = sql`account_id, withdrawal_id as object_id, asset as coin, book`;
export const withdrawalExplains: Explains<KindOf<typeof withdrawalMovements>> = {
  'withdrawal-reserved': { rows: sql`select ${withdrawal}, amount from withdrawals` },
  'withdrawal-returned': {
    rows: sql`select ${withdrawal}, amount from withdrawals where state in ('rejected', 'cancelled', 'failed')`,
  },
  'withdrawal-sent': { rows: sql`select ${withdrawal}, amount - fee as amount from withdrawals where state = 'sent'` },
  'withdrawal-fee': { rows: sql`select ${withdrawal}, fee as amount from withdrawals where state = 'sent'` },
};

const asked = sql`select account_id, withdrawal_id as object_id`;
const ended = sql`${asked}, ended_at as said_at from withdrawals where ended_at is not null`;
export const withdrawalTimes: MoveTimes<KindOf<typeof withdrawalMovements>> = {
  'withdrawal-reserved': sql`${asked}, requested_at as said_at from withdrawals`,
  'withdrawal-returned': ended,
  'withdrawal-sent': ended,
  'withdrawal-fee': ended,
};

export const withdrawalInvariants: readonly Invariant[] = [
  {
    name: 'what arrives is the amount less its fee, to the last unit of the network',
    sql: sql`select count(*) as checked, count(*) filter (where (w.amount - w.fee) * s.scale <> w.units::numeric) as broken
          from withdrawals w left join ${coinScales}
            on s.network = w.network and s.asset = w.asset`,
  },
  {
    name: 'a withdrawal costs what the version of its terms says, rounded up in the digits of its coin, and waits for as many persons',
    sql: sql`select count(*) as checked, count(*) filter (where t.version is null or w.fee < w.amount * t.fee_rate
            or w.fee >= w.amount * t.fee_rate + 0.0001 or w.needs_two_persons <> (w.amount > t.two_persons_above)) as broken
          from withdrawals w left join withdrawal_terms t on t.asset = w.asset and t.version = w.terms_version
          where w.terms_version is not null`,
  },
  {
    name: 'an account has open what its row says, and no payment is without its approvals by different persons',
    sql: sql`select count(*) as checked, count(*) filter (where (w.ended_at is null) <> coalesce(o.withdrawal_id = w.withdrawal_id, false)
            or (w.state in ('approved', 'built', 'signed', 'broadcast', 'sent', 'failed')
              and (select count(*) from withdrawal_approvals a where a.withdrawal_id = w.withdrawal_id) < 1 + w.needs_two_persons::int)) as broken
          from withdrawals w left join open_withdrawals o on o.account_id = w.account_id`,
  },
];
