// Deposits on a real database, with a chain that the test mines itself, or one that a real node runs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  askNode,
  followChain,
  networks,
  readDevNode,
  superviseDevChain,
  type AskNode,
  type BaseUnits,
  type BalanceSource,
  type ChainSource,
  type Credit,
  type DevChain,
  type NetworkName,
} from '@candor/chain';
import { findCoinAddressByAccount, queryRechargeDetail, wireId, type DepositMessage, type DepositWay, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { PlayedChain, type PlayedTransaction } from '../../../chain/src/deposits/played-chain.test-support.ts';
import { setUpNetworks, type SetUpNetwork } from '../../src/chains/chain-settings.ts';
import { depositsEngine } from '../../src/deposits/deposits-engine.ts';
import { depositsWeb } from '../../src/deposits/deposits-web.ts';
import { followStore, type FollowStore } from '../../src/deposits/follow-store.ts';
import { looksForPayments } from '../../src/deposits/look-for-payments.ts';
import { openCursor, sayOfNetwork } from '../../src/deposits/store.ts';
import type { AskEngine } from '../../src/kit/product.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { openProductStage, withEngine, type Caller, type ProductStage } from './product-stage.ts';

export interface DepositsStage extends Omit<ProductStage<ReturnType<typeof depositsWeb>>, 'end'> {
  addressOf(accountId: Uuid): Promise<string>;
  ways(caller: Caller): Promise<DepositWay[]>;
  list(accountId: Uuid): Promise<DepositMessage[]>;
  end(): Promise<void>;
}

type Stage = ProductStage<ReturnType<typeof depositsWeb>>;
const startMs = Date.UTC(2027, 0, 1, 10);

const withReads = (stage: Stage, end: () => Promise<void>, own: NetworkName = 'ethereum'): DepositsStage => {
  const ask = <Reply>(call: Parameters<Stage['ask']>[0], caller: Caller, more = {}): Promise<Reply> =>
    stage.ask(call, { user_id: wireId('account', caller.accountId), ...more }, caller);
  const ways = async (caller: Caller) =>
    (await ask<{ RESULT_LIST: DepositWay[] }>(findCoinAddressByAccount, caller)).RESULT_LIST;
  return {
    ...stage,
    ways,
    addressOf: async (accountId) =>
      (await ways({ accountId })).find(({ network }) => network === own)?.address ?? assert.fail('no address'),
    list: async (accountId) =>
      (await ask<{ RESULT_LIST: DepositMessage[] }>(queryRechargeDetail, { accountId }, { pagesize: 100 })).RESULT_LIST,
    end,
  };
};

export interface PlayedStage extends DepositsStage {
  chain: PlayedChain;
  /** One round of a watcher; another one's lanes and store if given. */
  follow(store?: FollowStore): ReturnType<typeof followChain>;
  /** As of a main chain where a second node is given, also as null where there is none. */
  openStore(lanes?: Lanes, second?: ChainSource | null): FollowStore;
  mine(...blocks: PlayedTransaction[][]): Promise<void>;
  /** Runs one comparison of due balances and one check of claims; with a second node if given. */
  look(second?: ChainSource & BalanceSource): Promise<void>;
}

let paid = 0;
/** A transaction that pays these, in order. */
export const pays = (asset: Credit['asset'], ...parts: [address: string, units: bigint][]): PlayedTransaction => {
  const txid = `0x${(++paid).toString(16).padStart(64, '0')}`;
  return {
    txid,
    credits: parts.map(([address, units], ordinal) => ({ txid, ordinal, asset, address, units: units as BaseUnits })),
  };
};

/** A transaction by which a contract makes these payments: they are in no credit. */
export const paysInside = (...parts: [address: string, units: bigint][]): PlayedTransaction => ({
  ...pays('ETH'),
  inside: parts.map(([address, units]) => ({ address, units })),
});
/** A transaction by which an address sends this amount, including the fee. */
export function sendsFrom(address: string, units: bigint): PlayedTransaction {
  const sent = pays('ETH');
  return { ...sent, sends: [{ txid: sent.txid, address, units: units as BaseUnits }] };
}

/** Three blocks make a deposit deep enough here, and final if `isFinal` is set. */
export async function openPlayedStage({ isFinal = false } = {}): Promise<PlayedStage> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-deposits-'));
  const chains = { devDirectory: directory, devNetworks: ['ethereum'] as const };
  const stage = await openProductStage({ startMs }, ({ ledger, ...parts }) =>
    depositsWeb({ ...ledger, ...parts, mode: 'demo', chains, askEngine: nobody }),
  );
  const { ledger, clock } = stage;
  const chain = new PlayedChain(isFinal ? 2 : undefined);
  chain.mine();
  await openCursor(ledger.pool, { network: 'ethereum', identity: 'played', from: 0 });
  await sayOfNetwork(ledger.pool, { network: 'ethereum', state: 'on', reason: '', node: 'played', isTest: true });
  const setUp = setUpNetworks(chains).get('ethereum')!;
  const requires = { confirmations: 3, isFinal };
  const followed: SetUpNetwork = { ...setUp, network: { ...networks.ethereum, requires } };
  const openStore = (lanes: Lanes = ledger.lanes, second?: ChainSource | null): FollowStore => {
    const isTest = second === undefined;
    return followStore({ ...followed, isTest }, { ...ledger, lanes, clock, second: second ?? undefined });
  };
  const own = openStore();
  const look = looksForPayments(followed, { pool: ledger.pool, clock });
  const follow = (store = own) => followChain(followed.network, { source: chain, store, startHeight: 0 });
  return {
    ...withReads(stage, async () => {
      await stage.end();
      rmSync(directory, { recursive: true });
    }),
    chain,
    openStore,
    follow,
    look: (second) => look({ source: chain, second, store: own }),
    async mine(...blocks) {
      for (const block of blocks) chain.mine(...block);
      await follow();
    },
  };
}

const nobody: AskEngine = async () => assert.fail('nobody is asked');

export interface NodeStage extends DepositsStage {
  devChain: DevChain;
  /** Returns direct access to the node, once the network is on. */
  askNodeItself(): AskNode;
  directory: string;
}

/** With a network's own development chain as a process; undefined where its node does not run. */
export async function openNodeStage(network: NetworkName = 'ethereum'): Promise<NodeStage | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-dev-chain-'));
  const probe = superviseDevChain(directory, network);
  const runs = await probe.open().then(
    () => true,
    () => false,
  );
  probe.close();
  if (!runs) return undefined;
  const chains = { devDirectory: directory, devNetworks: [network] };
  let answers: ReturnType<typeof depositsEngine>['answers'];
  const askEngine = ((name: 'deposits.test-coins', asked: never) => answers![name]!(asked)) as AskEngine;
  const stage = await openProductStage({ startMs }, ({ ledger, ...parts }) => {
    const engine = depositsEngine({ ...ledger, ...parts, chains });
    ({ answers } = engine);
    return withEngine(depositsWeb({ ...ledger, ...parts, mode: 'demo', chains, askEngine }), engine);
  });
  const end = async (): Promise<void> => {
    await stage.end();
    rmSync(directory, { recursive: true, force: true });
  };
  const askNodeItself = (): AskNode => askNode(readDevNode(directory, network)!.url);
  return { ...withReads(stage, end, network), devChain: probe, askNodeItself, directory };
}
