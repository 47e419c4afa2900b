// After recovery: what the nodes say that was paid must be what the books say, for each address of a customer and each payee outside.
import { setTimeout as sleep } from 'node:timers/promises';
import { networkNames, type NetworkName } from '@candor/chain';
import { demoSetupOf, type ChainSettings } from '../../../server/src/chains/chain-settings.ts';
import { openAuditedSource } from '../../../server/src/chains/open-audited-chain.ts';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import type { CoinCustomer } from './coin-customer.ts';
import type { Findings } from './findings.ts';

export interface ChainsQuestion {
  chains: ChainSettings;
  customers: readonly CoinCustomer[];
  findings: Findings;
  /** Approves withdrawals that still wait for an operator. */
  approveAll: () => Promise<number>;
}

export interface ChainsChecked {
  deposits: number;
  withdrawals: number;
  networks: readonly NetworkName[];
}

/** Longer than the required depth, and than the pause of a payer that failed. */
const settledWithinMs = 120_000;

export async function checkChains(pool: Pool, question: ChainsQuestion): Promise<ChainsChecked> {
  await untilSettled(pool, question);
  const { findings, customers, chains } = question;
  const used = await pool.query<{ network: NetworkName }>('select distinct network from deposits');
  const networks = networkNames.filter(
    (name) => demoSetupOf(chains, name) && used.rows.some(({ network }) => network === name),
  );
  for (const network of networks) await checkNetwork(pool, network, question);
  await checkMoves(pool, findings);
  const { rows } = await pool.query<{ deposits: number; withdrawals: number; requested: number }>(
    `select (select count(*)::int from deposits where state = 'credited') as deposits,
       (select count(*)::int from withdrawals where state = 'sent') as withdrawals,
       (select count(*)::int from withdrawals) as requested`,
  );
  const { requested, ...done } = rows[0]!;
  const acknowledged = customers.reduce((sum, { tally }) => sum + tally.withdrawals, 0);
  if (requested < acknowledged)
    findings.add('an acknowledged withdrawal is missing', `${acknowledged} and ${requested}`);
  return { ...done, networks };
}

/** What does not settle is reported by the check of what is stuck, unless an alarm says so. */
async function untilSettled(pool: Pool, { approveAll }: ChainsQuestion): Promise<void> {
  const deadline = performance.now() + settledWithinMs;
  while (performance.now() < deadline) {
    await approveAll().catch(() => 0);
    const { rows } = await pool.query<{ open: number }>(
      `select (select count(*)::int from deposits where state = 'seen')
         + (select count(*)::int from withdrawals where ended_at is null) as open`,
    );
    if (rows[0]!.open === 0) return;
    await sleep(500);
  }
}

/** Whole amounts of the smallest unit, by coin, address and tag. */
type Sums = Map<string, bigint>;
const placeOf = (asset: string, address: string, tag?: number | null): string =>
  `${asset} ${address.toLowerCase()} ${tag ?? ''}`;

async function checkNetwork(pool: Pool, network: NetworkName, { chains, findings }: ChainsQuestion): Promise<void> {
  const onChain = await readChain(chains, network);
  const compare = (
    what: string,
    rows: readonly { asset: string; address: string; tag: number | null; units: string }[],
  ) => {
    for (const { asset, address, tag, units } of rows) {
      const said = onChain.get(placeOf(asset, address, tag)) ?? 0n;
      if (said === BigInt(units)) continue;
      findings.add(`${what} are not what the chain says`, `${network} ${asset} ${address}: ${units} and ${said}`);
    }
  };
  const deposits = await pool.query<{ asset: string; address: string; tag: number | null; units: string }>(
    `select a.asset, d.address, d.tag, coalesce(sum(units::numeric), 0)::text as units
     from deposit_addresses d cross join (select distinct asset from deposits where network = $1) a
       left join deposits p on p.network = $1 and p.asset = a.asset and p.address = d.address
         and p.tag is not distinct from d.tag and p.state in ('credited', 'dust')
     where d.network = $1 group by a.asset, d.address, d.tag`,
    [network],
  );
  compare('deposits', deposits.rows);
  const withdrawals = await pool.query<{ asset: string; address: string; tag: null; units: string }>(
    `select asset, address, null as tag, coalesce(sum(units::numeric) filter (where state = 'sent'), 0)::text as units
     from withdrawals where network = $1 group by asset, address`,
    [network],
  );
  compare('withdrawals', withdrawals.rows);
}

async function readChain(chains: ChainSettings, network: NetworkName): Promise<Sums> {
  const source = await openAuditedSource(chains, network);
  const sums: Sums = new Map();
  const { height: tip } = await source.tip();
  for (let height = demoSetupOf(chains, network)!.startHeight; height <= tip; height++) {
    const block = await source.block(height);
    if (!block) throw new Error(`${network} has no block ${height}`);
    for (const { asset, address, tag, units } of block.credits) {
      const place = placeOf(asset, address, tag);
      sums.set(place, (sums.get(place) ?? 0n) + units);
    }
  }
  return sums;
}

/** Each credited deposit and each ended withdrawal has its entry once. */
async function checkMoves(pool: Pool, findings: Findings): Promise<void> {
  const { rows } = await pool.query<{ id: string; state: string; credited: number }>(
    `select d.deposit_id as id, d.state, count(m.entry_id)::int as credited from deposits d
       left join ledger_moves m on m.object_id = d.deposit_id and m.kind = 'deposit-credited'
     group by d.deposit_id, d.state having count(m.entry_id) <> (case when d.state = 'credited' then 1 else 0 end)`,
  );
  for (const { id, state, credited } of rows)
    findings.add('a deposit is not booked once', `${id} ${state}: ${credited}`);
  const ended = await pool.query<{ id: string; state: string; sent: number; returned: number }>(
    `select w.withdrawal_id as id, w.state, count(*) filter (where m.kind = 'withdrawal-sent')::int as sent,
       count(*) filter (where m.kind = 'withdrawal-returned')::int as returned
     from withdrawals w left join ledger_moves m on m.object_id = w.withdrawal_id
     where w.ended_at is not null group by w.withdrawal_id, w.state`,
  );
  for (const { id, state, sent, returned } of ended.rows) {
    const isRight = state === 'sent' ? sent === 1 && returned === 0 : sent === 0 && returned === 1;
    if (!isRight) findings.add('a withdrawal is not booked once', `${id} ${state}: ${sent} sent, ${returned} returned`);
  }
}
