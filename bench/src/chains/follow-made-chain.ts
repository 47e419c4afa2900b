// One network: catches up with the blocks of a made-up chain, and then follows blocks that come one at a time.
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkName } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { createBus } from '../../../server/src/kit/bus.ts';
import { systemClock } from '../../../server/src/kit/clock.ts';
import { idMaker } from '../../../server/src/kit/new-id.ts';
import { openPool, type Pool } from '../../../server/src/kit/postgres.ts';
import type { Job } from '../../../server/src/kit/jobs.ts';
import { reachesNode } from '../../../server/src/chains/reach-node.ts';
import type { SetUpNetwork } from '../../../server/src/chains/chain-settings.ts';
import { watchNetwork } from '../../../server/src/deposits/watch-network.ts';
import { openLanes } from '../../../server/src/ledger/lanes.ts';
import { commands } from '../../../server/src/products.ts';
import { cpuSecondsOfFamily } from '../cpu-time.ts';
import { progress } from '../own-processes.ts';
import { createCandorDatabase, type ScratchPostgres } from '../scratch-postgres.ts';
import { finalBelow } from './made-chain.ts';
import type { MadePayment } from './made-payment.ts';
import { followedOf, paymentsTo, settingsOf } from './made-customers.ts';
import { runNode, type RunningNode } from './run-node.ts';

export interface ChainsSize {
  blocks: number;
  /** Transactions of strangers in each block. */
  others: number;
  /** Customers that are paid while the follower catches up, and as many while blocks come one at a time. */
  customers: number;
  /** Time between two blocks that come one at a time. */
  blockMs: number;
}

export interface CaughtUp {
  seconds: number;
  blocksPerSecond: number;
  requests: number;
  /** Processor time in seconds. */
  cpu: { follower: number; node: number; database: number };
}

export interface ChainRun {
  network: NetworkName;
  caughtUp: CaughtUp;
  /** For each deposit that came with a single block: blocks between the one that made it deep enough and its credit. */
  lateBy: number[];
  faults: string[];
}

interface Following {
  pool: Pool;
  postgres: ScratchPostgres;
  node: RunningNode;
  followed: SetUpNetwork;
  job: Job;
  payments: readonly MadePayment[];
  size: ChainsSize;
}

export async function followMadeChain(
  postgres: ScratchPostgres,
  network: NetworkName,
  size: ChainsSize,
): Promise<ChainRun> {
  const url = await createCandorDatabase(postgres, `candor_chains_${network}`);
  const [clock, bus, node] = [systemClock, createBus(), await runNode(network)];
  const newId = idMaker(clock);
  const pool = openPool(url, 4);
  const lanes = await openLanes({ databaseUrl: url, clock, bus, newId, commands });
  const chains = settingsOf[network](node.url);
  const followed = followedOf(chains, network);
  const accountIds: readonly Uuid[] = Array.from({ length: size.customers }, newId);
  const payments = await paymentsTo(accountIds, { pool, followed, newId });
  const reach = reachesNode(chains, network)!;
  const job = watchNetwork(followed, { pool, lanes, bus, clock, reach: async () => ({ ...(await reach()), startHeight: 0 }) }); // oxfmt-ignore
  const following = { pool, postgres, node, followed, job, payments, size };
  try {
    const caughtUp = await catchUp(following);
    progress(`${network}: ${Math.round(caughtUp.blocksPerSecond)} blocks a second`);
    const lateBy = await followLive(following);
    return { network, caughtUp, lateBy, faults: await faultsOf(following, lateBy) };
  } finally {
    await job.stop();
    await lanes.close();
    await pool.end();
    await node.stop();
  }
}

async function catchUp({ pool, postgres, node, job, payments, size, followed }: Following): Promise<CaughtUp> {
  const every = Math.floor(size.blocks / (payments.length + 1));
  const paidAt = new Map(payments.map((payment, at) => [(at + 1) * every, payment]));
  const blocks = Array.from({ length: size.blocks }, (_, at) => (paidAt.has(at) ? [paidAt.get(at)!] : []));
  await node.add(blocks, size.others);
  const cpuSeconds = async () => {
    const { user, system } = process.cpuUsage();
    const database = cpuSecondsOfFamily(postgres.postmasterPid) ?? 0;
    return { follower: (user + system) / 1e6, node: (await node.report()).cpuSeconds, database };
  };
  const [before, asked] = [await cpuSeconds(), (await node.report()).requests];
  const startedAt = performance.now();
  job.start();
  await job.runNow();
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await cpuSeconds();
  const { rows } = await pool.query<{ height: string }>(
    'select height::text as height from chain_cursors where network = $1',
    [followed.network.name],
  );
  if (rows[0]?.height !== String(node.tip()))
    throw new Error(`block ${rows[0]?.height} was reached, not ${node.tip()}`);
  return {
    seconds,
    blocksPerSecond: size.blocks / seconds,
    requests: (await node.report()).requests - asked,
    cpu: {
      follower: after.follower - before.follower,
      node: after.node - before.node,
      database: after.database - before.database,
    },
  };
}

/** The job runs by its own timer, as in a server. */
async function followLive({ pool, node, payments, size, followed }: Following): Promise<number[]> {
  const { name, requires } = followed.network;
  const depth = Math.max(requires.confirmations - 1, requires.isFinal ? finalBelow[name] : 0);
  const caughtUpTo = node.tip();
  const lateBy: number[] = [];
  const lastHeight = caughtUpTo + payments.length + depth + 6;
  const known = new Set<string>();
  while (lateBy.length < payments.length && node.tip() < lastHeight) {
    const payment = payments[node.tip() - caughtUpTo];
    await node.add([payment ? [payment] : []], size.others);
    for (const until = performance.now() + size.blockMs; performance.now() < until; await pause(100)) {
      for (const { deposit_id: id, block_height: height } of await creditedAbove(pool, { name, height: caughtUpTo })) {
        if (known.has(id)) continue;
        known.add(id);
        lateBy.push(node.tip() - (parseInt(height, 10) + depth));
      }
    }
  }
  return lateBy;
}

async function creditedAbove(pool: Pool, { name, height }: { name: NetworkName; height: number }) {
  const { rows } = await pool.query<{ deposit_id: string; block_height: string }>(
    `select deposit_id, block_height::text as block_height from deposits where network = $1 and state = 'credited' and block_height > $2`,
    [name, height],
  );
  return rows;
}

const lateMax = 2;

async function faultsOf({ pool, payments }: Following, lateBy: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ credited: number; moves: number }>(
    `select (select count(*)::int from deposits where state = 'credited') as credited,
       (select count(*)::int from ledger_moves where kind = 'deposit-credited') as moves`,
  );
  const { credited, moves } = rows[0]!;
  const wanted = 2 * payments.length;
  const faults: string[] = [];
  if (credited !== wanted || moves !== wanted)
    faults.push(`${wanted} deposits were paid, ${credited} are credited by ${moves} moves`);
  if (lateBy.some((blocks) => blocks < 0)) faults.push('a deposit was credited before it was deep enough');
  if (lateBy.some((blocks) => blocks > lateMax))
    faults.push(`a deposit was credited ${Math.max(...lateBy)} blocks after it was deep enough`);
  return faults;
}
