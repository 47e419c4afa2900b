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
import type { AskedPayee } from './ask-payee.ts';
import type { DemoMeans, NetworkPayer, PayeeFault, PayerOpener, StatusSource } from './network-payer.ts';
import { openPayer } from './open-payer.ts';
import { isPayingWanted, readPayable, sayOfPaying } from './pay-store.ts';
import { payWithdrawals } from './pay-withdrawals.ts';
import { NoMeansError } from './trouble.ts';
import { storeHoldings } from './wallet-store.ts';

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
    answers: {
      'withdrawals.payee-fault': async (asked) => ({ fault: await faultOfPayee(asked, opened) }),
    },
    async start() {
      for (const { network } of opened)
        await sayOfPaying(parts.pool, { network: network.name, state: 'starting', reason: '' });
    },
    async stop() {
      await Promise.all(opened.map(({ opener }) => opener.close()));
    },
  };
}

/** Returns null as well if the network can't be asked now: the payer asks again. */
async function faultOfPayee(
  { network: name, address, units }: AskedPayee,
  opened: readonly Opened[],
): Promise<PayeeFault | null> {
  try {
    const by = await opened.find(({ network }) => network.name === name)?.opener.open();
    return (await by?.payeeFault?.({ address, units: units === null ? undefined : BigInt(units) })) ?? null;
  } catch (error) {
    log.warn('an address can not be checked', { network: name, error: reasonOf(error) });
    return null;
  }
}

interface Opened {
  network: Network;
  isTest: boolean;
  opener: PayerOpener;
}

function payingJob({ network, isTest, opener }: Opened, parts: WithdrawalsEngineParts): Job {
  const { pool } = parts;
  const readHoldings = holdingsReader(parts);
  return createJob({
    name: `${network.name}-withdrawals`,
    role: 'engine',
    every: isTest ? everyMs.test : everyMs.main,
    runsAtStart: true,
    async run() {
      // Chain and signer of the demo are started for somebody.
      if (isTest && !(await isPayingWanted(pool, network.name))) return;
      try {
        const by = await opener.open();
        await payOnce(network, by, { ...parts, mode: isTest ? 'demo' : 'production' });
        await readHoldings(network, by);
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

/** How often a network is asked what the wallet has. */
const holdingsMs = 60_000;

/** Asks again after a minute, also if the node did not answer. */
function holdingsReader({ pool, clock }: WithdrawalsEngineParts) {
  let readAt = -Infinity;
  return async (network: Network, by: NetworkPayer): Promise<void> => {
    const at = clock.now();
    if (!by.holdings || at - readAt < holdingsMs) return;
    readAt = at;
    try {
      await storeHoldings(pool, { network: network.name, wallet: by.wallet, holdings: await by.holdings(), at });
    } catch (error) {
      log.warn('what a wallet has is not known', { network: network.name, error: reasonOf(error) });
    }
  };
}

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
