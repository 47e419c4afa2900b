// Deposits of Bitcoin over a node's JSON-RPC: addresses, blocks, and a node that lags, is of another chain, or is unreachable.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  findCoinAddressByAccount,
  queryRechargeDetail,
  wireId,
  type DepositMessage,
  type DepositWay,
  type Uuid,
} from '@candor/wire';
import type { NodeError } from '@candor/chain';
import { payToAddress, PlayedBitcoin, transactionOf } from '../../chain/src/deposits/played-bitcoin.test-support.ts';
import { spendingTransaction } from '../../chain/src/deposits/played-mempool.test-support.ts';
import { chainRules } from '../src/chain-rules.ts';
import { keepWalletAddresses, readSpendings, readUnspentOutputs } from '../src/chains/wallet-outputs.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { depositsWeb } from '../src/deposits/deposits-web.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { openProductStage, withEngine, type JobRunner, type ProductStage } from './support/product-stage.ts';

/** Extended public key of the BIP84 test vector. Its address 0 is pinned; the first customer gets address 1. */
const xpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const firstAddress = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';

interface Asked {
  id: number;
  method: string;
  params: unknown[];
}

/** Answers like Bitcoin Core: an error is sent with status 500. */
async function serve(node: () => PlayedBitcoin | undefined) {
  async function reply({ id, method, params }: Asked, response: ServerResponse): Promise<void> {
    const answer = (status: number, told: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ id, ...told }));
    const played = node();
    if (!played) return void response.destroy();
    try {
      answer(200, { result: await played.ask(method, ...params), error: null });
    } catch (error) {
      answer(500, { result: null, error: { code: (error as NodeError).code, message: (error as Error).message } });
    }
  }
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => void reply(JSON.parse(body) as Asked, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => (server.closeAllConnections(), void server.close());
  return { url: `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

type Product = ReturnType<typeof depositsWeb> & JobRunner;
let stage: ProductStage<Product>;
let node: PlayedBitcoin | undefined = new PlayedBitcoin();
let chains: { bitcoin: { url: string; xpub: string } };
let close: () => void;
before(async () => {
  const served = await serve(() => node);
  ({ close } = served);
  chains = { bitcoin: { url: served.url, xpub } };
  stage = await openProductStage({ startMs: Date.UTC(2027, 0, 1, 10) }, ({ ledger, ...parts }) =>
    withEngine(
      depositsWeb({
        ...ledger,
        ...parts,
        mode: 'production',
        chains,
        askEngine: async () => assert.fail('no coins of tests'),
      }),
      depositsEngine({ ...ledger, ...parts, chains }),
    ),
  );
});
after(async () => {
  await stage.end();
  close();
});

const round = (): Promise<void> => stage.product().runJob('bitcoin-deposits');

const wayOf = async (accountId: Uuid): Promise<DepositWay> => {
  const ways = await stage.ask<{ RESULT_LIST: DepositWay[] }>(
    findCoinAddressByAccount,
    { user_id: wireId('account', accountId), coin_code: 'BTC' },
    { accountId },
  );
  return ways.RESULT_LIST[0]!;
};
const depositsOf = async (accountId: Uuid): Promise<string[]> => {
  const found = await stage.ask<{ RESULT_LIST: DepositMessage[] }>(
    queryRechargeDetail,
    { user_id: wireId('account', accountId), pagesize: 100 },
    { accountId },
  );
  return found.RESULT_LIST.map(({ amount, state, confirmations }) => `${amount} ${state} ${confirmations}`);
};
const restart = async (): Promise<void> => {
  await stage.stop();
  await stage.start();
};
let seed = 0;
const pays = (address: string, units: bigint) => transactionOf(++seed, [payToAddress(units, address)]);

test('an address of the own key is shown, what is paid to it is seen at once and credited three blocks deep', async () => {
  await round();
  const ann = await stage.ledger.pay('1');
  const way = await wayOf(ann);
  assert.deepEqual(
    [way.state, way.address, way.network, way.is_test, way.confirmations, way.node],
    ['on', firstAddress, 'bitcoin', false, 3, '/Satoshi:29.0.0/'],
  );
  node!.mine(pays(firstAddress, 1_234_567n));
  await round();
  assert.deepEqual(await depositsOf(ann), ['0.01234567 seen 1']);
  node!.mine();
  node!.mine();
  await round();
  await restart();
  await round();
  assert.deepEqual(await depositsOf(ann), ['0.01234567 credited 3']);
  assert.equal(await stage.ledger.available(ann, 'BTC'), '0.01234567');
});

test('two rounds at once, and a block that is replaced, credit nothing twice', async () => {
  const ben = await stage.ledger.pay('1');
  const { address } = await wayOf(ben);
  const paid = pays(address!, 50_000n);
  node!.mine(paid);
  await round();
  node!.remove(1);
  node!.mine();
  node!.mine(paid);
  await Promise.allSettled([round(), round()]);
  await round();
  assert.deepEqual(await depositsOf(ben), ['0.0005 seen 1']);
  for (let mined = 0; mined < 3; mined++) node!.mine();
  await Promise.allSettled([round(), round(), round()]);
  await round();
  assert.deepEqual(await depositsOf(ben), ['0.0005 credited 3']);
  assert.equal(await stage.ledger.available(ben, 'BTC'), '0.0005');
});

/** Addresses of the wallet that pays, at branch 0 and 1. */
const own = ['bc1qc8qurswpc8qurswpc8qurswpc8qurswpee0dfr', 'bc1qctpv9skzctpv9skzctpv9skzctpv9skzgafgz4'] as const;

test('outputs of the wallet that pays come, are spent and are taken back with their blocks, and are nobody’s deposits', async () => {
  const of = { network: 'bitcoin', wallet: 'xpub-of-the-wallet' } as const;
  const database = stage.ledger.pool;
  await keepWalletAddresses(database, {
    ...of,
    addresses: own.map((address, branch) => ({ branch, addressIndex: 0, address })),
  });
  const unspent = async () =>
    (await readUnspentOutputs(database, of)).map(
      ({ units, branch, isOwnChange }) => `${units} ${branch} ${isOwnChange ? 'own' : ''}`,
    );
  const funding = pays(own[0], 900_000n);
  node!.mine(funding, pays(own[1], 40_000n));
  await round();
  assert.deepEqual((await unspent()).sort(), ['40000 1 ', '900000 0 ']);
  // Pays somebody 500,000 of it; the change comes back, and a transaction of the same block spends it on.
  const payment = spendingTransaction(`${funding.txid}:0`, [
    payToAddress(500_000n, firstAddress),
    payToAddress(399_000n, own[1]),
  ]);
  const next = spendingTransaction(`${payment.txid}:1`, [payToAddress(398_000n, own[1])]);
  node!.mine(payment, next);
  await round();
  assert.deepEqual((await unspent()).sort(), ['398000 1 own', '40000 1 ']);
  const outpoints = [`${funding.txid}:0`, `${payment.txid}:1`, `${next.txid}:0`];
  const spentBy = async () =>
    (await readSpendings(database, { network: 'bitcoin', outpoints })).map(({ txid }) => txid).sort();
  assert.deepEqual(await spentBy(), [payment.txid, next.txid].sort());
  node!.remove(1);
  node!.mine();
  node!.mine(payment);
  await restart();
  await Promise.allSettled([round(), round()]);
  await round();
  assert.deepEqual((await unspent()).sort(), ['399000 1 own', '40000 1 ']);
  assert.deepEqual(await spentBy(), [payment.txid]);
  node!.remove(3);
  for (let mined = 0; mined < 4; mined++) node!.mine();
  await round();
  assert.deepEqual([await unspent(), await spentBy()], [[], []]);
});

test('a node that is gone, behind, still downloading or of another chain stops this network alone, says so, and loses nothing', async () => {
  const cat = await stage.ledger.pay('1');
  const { address } = await wayOf(cat);
  const whole = node!;
  whole.mine(pays(address!, 70_000n));
  const says = async (reason: string): Promise<void> => {
    await restart();
    await round().catch(() => undefined);
    const way = await wayOf(cat);
    assert.deepEqual([way.reason, way.address], [reason, address]);
    assert.deepEqual(await depositsOf(cat), []);
  };
  node = undefined;
  await says('no-node');
  node = whole;
  whole.isDownloading = true;
  await says('no-node');
  whole.isDownloading = false;
  const first = whole.blocks[0]!;
  whole.blocks[0] = { ...first, hash: `ff${first.hash.slice(2)}` };
  await says('other-chain');
  whole.blocks[0] = first;
  whole.reads.set(whole.blocks.length - 1, 'pruned');
  await says('node-behind');
  whole.reads.clear();
  whole.mine();
  whole.mine();
  await round();
  assert.deepEqual(await depositsOf(cat), ['0.0007 credited 3']);
});

test('the audit asks a node about each credited deposit, and names one that no block pays', async () => {
  const check = () => checkInvariants(stage.ledger.pool, chainRules(chains, {}));
  assert.ok((await check()).every(({ broken }) => broken === 0));
  const known = node!.blocks.findIndex(
    ({ transactions }) => transactions.some(({ txid }) => txid !== undefined) && transactions.length > 1,
  );
  const held = node!.blocks[known]!;
  node!.blocks[known] = node!.blocks[known + 1]!;
  assert.ok((await check()).some(({ broken }) => broken > 0));
  node!.blocks[known] = held;
});
