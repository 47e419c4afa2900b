// What must hold over the whole database, of all products: what the audit, the tests and the harnesses check.
import { contractInvariants, reservedByContracts } from './contracts/invariants.ts';
import { marketInvariants } from './market/market-invariants.ts';
import { optionInvariants, reservedByOptions } from './options/invariants.ts';

const reservedInvariant = {
  name: 'reserved balances hold exactly what open orders need',
  sql: `select count(*) as checked, count(*) filter (where coalesce(b.reserved, 0) <> coalesce(o.amount, 0)) as broken
        from (select account_id, reserved from ledger_balances where coin = 'USDT') as b
        full join (select account_id, sum(amount) as amount from (
            ${[reservedByOptions, reservedByContracts].join(' union all ')}) as each_product group by account_id) as o
        using (account_id)`,
};

/** Of orders and their money; the archive of ticks has more. */
export const orderInvariants = [...optionInvariants, ...contractInvariants, reservedInvariant];
export const allInvariants = [...orderInvariants, ...marketInvariants];
