// The SQL of what second nodes said of deposits, and of deposits that wait for it; private to this folder.
import type { NetworkName, NodeVerdict } from '@candor/chain';
import type { AssetCode, Uuid, Wad } from '@candor/wire';
import { amount, columns, instant, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne, selectPage } from '../kit/select.ts';
import { deposits, type DepositRow } from './deposit-row.ts';

/** `alone`: no second node is configured. */
export type Verdict = NodeVerdict | 'alone';

export async function storeVerdicts(
  database: Database,
  verdicts: readonly { depositId: Uuid; blockHash: string; verdict: Verdict }[],
): Promise<void> {
  await database.query(
    `insert into deposit_checks (deposit_id, block_hash, verdict)
     select * from unnest($1::uuid[], $2::text[], $3::text[])
     on conflict (deposit_id) do update set block_hash = excluded.block_hash, verdict = excluded.verdict,
       checked_at = clock_timestamp()`,
    [verdicts.map(({ depositId }) => depositId), verdicts.map(({ blockHash }) => blockHash), verdicts.map(({ verdict }) => verdict)], // oxfmt-ignore
  );
}

const rest = columns({ asset: text<AssetCode>(), remaining: amount });
export async function readLeftToOneNode(
  database: Database,
  assets: readonly AssetCode[],
  now: number,
): Promise<Map<AssetCode, Wad>> {
  const rows = await select(
    database,
    rest,
    `select ${rest.list} from (select asset, greatest(deposits_left_to_one_node(asset, $2), 0) as remaining
       from unnest($1::text[]) as asset) as coins`,
    [assets, new Date(now)],
  );
  return new Map(rows.map(({ asset, remaining }) => [asset, remaining]));
}

/**
 * Deposits with enough confirmations that wait, because neither a second node nor operators let them pass, and deposits that were paid without the tag
 * of any customer.
 */
const waiting = `(select deposit_id, account_id, network, asset, units, tag, txid, state, verdict, since, checked_at
    from deposits join deposit_checks using (deposit_id)
    where state in ('seen', 'dust', 'held') and not is_cleared and verdict <> 'agrees'
  union all select deposit_id, account_id, network, asset, units, tag, txid, state, 'unmatched', seen_at, seen_at
    from deposits where state = 'unmatched') as waiting`;

/** Held deposits to ask the second node about again, those asked longest ago first. */
export const readHeld = (database: Database, network: NetworkName, limit: number): Promise<DepositRow[]> =>
  select(
    database,
    deposits.columns,
    `select ${deposits.columns.list} from deposits where deposit_id in (select deposit_id from deposits
       join deposit_checks c using (deposit_id) where network = $1 and state = 'held' and not is_cleared
       order by c.checked_at limit $2)`,
    [network, limit],
  );

const waitingRow = columns({
  depositId: uuid,
  accountId: uuid.orNull,
  network: text<NetworkName>(),
  asset: text<AssetCode>(),
  units: text(),
  tag: safeInteger.orNull,
  txid: text(),
  state: text<'seen' | 'dust' | 'held' | 'unmatched'>(),
  verdict: text<Exclude<Verdict, 'agrees'> | 'unmatched'>(),
  since: instant,
  checkedAt: instant,
  /** Id of the newest open proposal to let the deposit pass or to assign it. */
  proposalId: uuid.as(
    `(select proposal_id from act_proposals where kind in ('clear-deposit', 'assign-deposit')
       and act_proposals.state in ('proposed', 'approved') and facts::json ->> 'deposit_uuid' = deposit_id::text order by proposed_at desc limit 1)`,
  ).orNull,
});
export type WaitingRow = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

/** Unmatched deposits come last: anyone can make them, and they wait until a customer asks for one. */
export const readWaiting = (database: Database, page: { limit: number; offset: number }) =>
  selectPage(
    database,
    waitingRow,
    { from: waiting, order: `verdict = 'unmatched', since, deposit_id`, values: [] },
    page,
  );

export const findWaiting = (database: Database, depositId: Uuid) =>
  selectOne(database, waitingRow, `select ${waitingRow.list} from ${waiting} where deposit_id = $1`, [depositId]);

/** The age is that of the oldest deposit that the alarm is about (alarms.ts): an unmatched one up to 30 days. */
const count = columns({ waiting: safeInteger, denied: safeInteger, oldestAt: instant.orNull });
export const countWaiting = async (database: Database) =>
  (await selectOne(
    database,
    count,
    `select ${count.list} from (select count(*) as waiting, count(*) filter (where verdict = 'contradicts') as denied,
       min(since) filter (where verdict <> 'unmatched' or since > clock_timestamp() - interval '30 days') as oldest_at from ${waiting}) as counted`,
  ))!;

/** Returns false if the deposit is no longer waiting. */
export async function letPass(database: Database, depositId: Uuid): Promise<boolean> {
  const { rowCount } = await database.query(
    `update deposits set is_cleared = true, state = case state when 'held' then 'seen' else state end, version = version + 1
     where deposit_id = $1 and state in ('seen', 'dust', 'held') and not is_cleared`,
    [depositId],
  );
  return rowCount === 1;
}

/** Returns false if the deposit is no longer unmatched. The next round credits it. */
export async function assignTo(
  database: Database,
  { depositId, accountId }: { depositId: Uuid; accountId: Uuid },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update deposits set account_id = $2, state = 'seen', version = version + 1 where deposit_id = $1 and state = 'unmatched'`,
    [depositId, accountId],
  );
  return rowCount === 1;
}

/** Returns false for accounts that hold no real money or are closed. */
export async function canHoldDeposits(database: Database, accountId: Uuid): Promise<boolean> {
  const { rows } = await database.query<{ can: boolean }>(
    `select exists (select from accounts where account_id = $1 and account_type = '1' and closed_at is null) as can`,
    [accountId],
  );
  return rows[0]?.can ?? false;
}
