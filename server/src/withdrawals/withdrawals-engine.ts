// Withdrawals where time decides: the one engine that decides pays what was approved, as a job.
import { networkNames, type Network } from '@candor/chain';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { reachesSecondNode } from '../chains/second-node.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { DemoMeans, NetworkPayer, PayerOpener, StatusSource } from './network-payer.ts';
import { openPayer } from './open-payer.ts';
import { isPayingWanted, readPayable, sayOfPaying } from './pay-store.ts';
import { payWithdrawals } from './pay-withdrawals.ts';
import { NoMeansError } from './trouble.ts';

export interface WithdrawalsEngineParts {
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  chains: ChainSettings;
  signingKey: string;
}

const everyMs = { main: 5_000, test: 1_000 };

/** Runs a job for each network, so that a network whose node or signer does not answer delays no other one. */
export function withdrawalsEngine(parts: WithdrawalsEngineParts): EnginePart {
  const setUp = setUpNetworks(parts.chains);
  const opened = networkNames.flatMap((name) => {
    const found = setUp.pays(name) === '' ? setUp.get(name) : undefined;
    return found ? [{ ...found, opener: openPayer(name, parts.chains, parts) }] : [];
  });
  if (opened.length === 0) return {};
  return {
    jobs: opened.map((each) => payingJob(each, parts)),
    async start() {
      for (const { network } of opened)
        await sayOfPaying(parts.pool, { network: network.name, state: 'starting', reason: '' });
    },
    async stop() {
      await Promise.all(opened.map(({ opener }) => opener.close()));
    },
  };
}

interface Opened {
  network: Network;
  isTest: boolean;
  opener: PayerOpener;
}

function payingJob({ network, isTest, opener }: Opened, parts: WithdrawalsEngineParts): Job {
  const { pool } = parts;
  return createJob({
    name: `${network.name}-withdrawals`,
    role: 'engine',
    every: isTest ? everyMs.test : everyMs.main,
    runsAtStart: true,
    async run() {
      // Chain and signer of the demo are started for somebody.
      if (isTest && !(await isPayingWanted(pool, network.name))) return;
      try {
        await payOnce(network, await opener.open(), { ...parts, mode: isTest ? 'demo' : 'production' });
      } catch (error) {
        if (error instanceof NoMeansError)
          await sayOfPaying(pool, { network: network.name, state: 'off', reason: error.fault });
        // A signer may sign for other networks alone.
        if (!(error instanceof NoMeansError && error.fault === 'not-set-up')) throw error;
      }
    },
  });
}

type PayParts = WithdrawalsEngineParts & { mode: 'demo' | 'production' };

async function payOnce(network: Network, by: NetworkPayer & DemoMeans, parts: PayParts): Promise<void> {
  const { pool } = parts;
  await sayOfPaying(pool, { network: network.name, state: 'on', reason: '' });
  await by.openWallet(pool);
  await by.fund?.(await readPayable(pool, network.name));
  const second = secondOf(network, by, parts.chains);
  const waiting = await payWithdrawals({ network, ...parts, by, second });
  if (waiting > 0) await addBlock(by);
}

/** Returns how a second node is asked about payments; undefined if none is configured, or if the network's payer asks none. */
function secondOf(
  { name }: Network,
  by: NetworkPayer,
  chains: ChainSettings,
): (() => Promise<StatusSource>) | undefined {
  const reach = reachesSecondNode(chains, name);
  return reach && by.statusBy && (async () => by.statusBy!(await reach()));
}

/** The demo's chain makes a block only when somebody waits for one. */
async function addBlock({ addBlock: add }: DemoMeans): Promise<void> {
  await add?.().catch((error: unknown) => log.warn('no block was added', { error: reasonOf(error) }));
}
