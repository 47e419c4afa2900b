// Job of the leading engine that follows the chain of a network from the last stored block, after checking that the chain is still the same.
import { ChainReplacedError, followToTip } from '@candor/chain';
import type { DepositFault } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import { OtherChainError } from '../chains/identity-of-node.ts';
import type { NodeReader, NodeSource } from '../chains/network-setup.ts';
import type { ReachedNode } from '../chains/reach-node.ts';
import { sameChainOnly } from '../chains/second-node.ts';
import { followStore, type FollowStore } from './follow-store.ts';
import { looksForPayments } from './look-for-payments.ts';
import { isWaitedFor, openCursor, sayOfNetwork, type SaidOfNetwork } from './store.ts';

const everyMs = { main: 4_000, test: 1_000 };
/** Maximum pause between rounds while the node catches up. */
const pauseMaxMs = 60_000;
/** Where following begins: the first customers may have been shown their addresses before the node was reached. */
const blocksBefore = 300;

interface Known {
  url: string;
  node: string;
  source: NodeSource;
  /** A second node, run by someone else. */
  second: NodeSource | undefined;
  store: FollowStore;
  startHeight: number;
}

export function watchNetwork(
  followed: SetUpNetwork,
  parts: { pool: Pool; lanes: Lanes; bus: Bus; clock: Clock; reach: () => Promise<ReachedNode> },
): Job {
  const { network, isTest } = followed;
  const { pool, reach } = parts;
  let known: Known | undefined;
  const lookForPayments = looksForPayments(followed, parts);
  const said = sayer(pool, { network: network.name, isTest });
  /** Number of consecutive runs that ended because the node must catch up. */
  let waited = 0;
  const usualMs = isTest ? everyMs.test : everyMs.main;

  /** Asked again for each address, as another node may have come up behind it. */
  async function meet({ url, reader, secondUrl, startHeight }: ReachedNode): Promise<Known> {
    if (known?.url === url) return known;
    const ask = reader.connect(url);
    const { identity, node } = await reader.identityOf(ask, isTest);
    const source = reader.sourceOf(ask);
    const from = startHeight ?? Math.max(0, (await source.tip()).height - blocksBefore);
    const cursor = await openCursor(pool, { network: network.name, identity, from });
    if (cursor.identity !== identity) throw new OtherChainError(`${network.name} is another chain than before`);
    const second = isTest ? undefined : secondOf(secondUrl, { identity, reader });
    const store = followStore(followed, { ...parts, second });
    return (known = { url, node, source, second, store, startHeight: cursor.startHeight });
  }

  async function run(signal: AbortSignal): Promise<number> {
    // A chain of the demo is started for somebody; of the main one everything is taken from the first address on.
    if (isTest && !(await isWaitedFor(pool, network.name))) return usualMs;
    const reached = await untilStopped(reach(), signal);
    const { node, source, second, store, startHeight } = await meet(reached);
    const { waits } = await followToTip(network, { source, store, startHeight, blocksMax: 100 }, signal);
    const [newest] = await store.newestBlocks(1);
    await said.on({ tip: newest?.height, reason: waits ?? '', node });
    if (newest) await store.askAgain(newest);
    if (waits === undefined) await lookForPayments({ source, second, store });
    if ((await store.tellPending(newest?.height ?? 0)) > 0) await reached.addBlock?.();
    waited = waits === undefined ? 0 : waited + 1;
    return pauseAfter(waited, usualMs);
  }

  return createJob({
    name: `${network.name}-deposits`,
    role: 'engine',
    every: pauseMaxMs,
    retryMs: Math.min(usualMs, 1_000),
    retryMaxMs: 5_000,
    runsAtStart: true,
    async run(signal) {
      try {
        return await run(signal);
      } catch (error) {
        known = undefined;
        await said.off(error);
        throw error;
      }
    },
  });
}

/** Rejects when the job is stopped, because a chain of the demo may be being installed. */
async function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const secondOf = (
  url: string | undefined,
  { identity, reader }: { identity: string; reader: NodeReader },
): NodeSource | undefined =>
  url === undefined ? undefined : reader.sourceOf(sameChainOnly(reader.connect(url), { identity, reader }));

/** Stores that a network is on (only if its newest block or its reason for waiting changed) or off (each time). */
function sayer(pool: Pool, of: Pick<SaidOfNetwork, 'network' | 'isTest'>) {
  let said = '';
  return {
    async on(what: Pick<SaidOfNetwork, 'tip' | 'reason' | 'node'>): Promise<void> {
      const words = `${what.tip} ${what.reason}`;
      if (words === said) return;
      await sayOfNetwork(pool, { ...of, state: 'on', ...what });
      said = words;
      if (what.reason !== '') log.warn('a chain waits for its node', { network: of.network, reason: what.reason });
    },
    async off(error: unknown): Promise<void> {
      said = '';
      await sayOfNetwork(pool, { ...of, state: 'off', reason: faultOf(error), node: '' });
      if (error instanceof ChainReplacedError)
        log.error('a chain was replaced, nothing is credited', { error: reasonOf(error) });
    },
  };
}

/** Doubles the pause after each run in which the node had no further blocks, to save the quota of calls to the node. */
export const pauseAfter = (waited: number, usualMs: number): number =>
  waited === 0 ? usualMs : Math.min(usualMs * 2 ** Math.min(waited - 1, 10), pauseMaxMs);

const faultOf = (error: unknown): DepositFault =>
  error instanceof OtherChainError ? 'other-chain' : error instanceof ChainReplacedError ? error.reason : 'no-node';
