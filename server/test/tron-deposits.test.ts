// Deposits on TRON over a node's HTTP API: addresses, TRX and USDT in blocks, what looks like a deposit and is none, and nodes that lag or differ.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
import {
  accountHex,
  base58Of,
  calls,
  hexOf,
  number,
  otherFirstBlock,
  PlayedTron,
  reverted,
  sendsAsset,
  sendsTrx,
  sendsUsdt,
  transferLog,
  usdt,
  type MadeTransaction,
} from '../../chain/src/deposits/played-tron.test-support.ts';
import { chainRules } from '../src/chain-rules.ts';
import { readWaiting } from '../src/deposits/check-store.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { depositsWeb } from '../src/deposits/deposits-web.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { openProductStage, withEngine, type JobRunner, type ProductStage } from './support/product-stage.ts';

/** Extended public key of account m/44'/195'/0' of the sentence "abandon … about". The first customer gets address 1. */
const xpub =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';
const firstAddress = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK';

const apiKey = 'k3y';

/** Answers like java-tron; a played node that is undefined hangs up. */
async function serve(node: () => PlayedTron | undefined) {
  async function reply(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const played = node();
    if (!played) return void response.destroy();
    const answer = (status: number, told: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told));
    if (request.headers['tron-pro-api-key'] !== apiKey) return void answer(401, {});
    try {
      answer(200, await played.ask(request.url!.slice(1), JSON.parse(body)));
    } catch (error) {
      answer((error as NodeError).code!, {});
    }
  }
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => void reply(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => (server.closeAllConnections(), void server.close());
  return { url: `http://:${apiKey}@127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

type Product = ReturnType<typeof depositsWeb> & JobRunner;
let stage: ProductStage<Product>;
const whole = new PlayedTron();
let node: PlayedTron | undefined = whole;
let second: PlayedTron | undefined = whole;
let chains: { tron: { url: string; secondUrl: string; xpub: string; usdt: string } };
const closes: (() => void)[] = [];
before(async () => {
  const [first, other] = [await serve(() => node), await serve(() => second)];
  closes.push(first.close, other.close);
  chains = { tron: { url: first.url, secondUrl: other.url, xpub, usdt: base58Of(usdt) } };
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
  for (const close of closes) close();
});

const round = (): Promise<void> => stage.product().runJob('tron-deposits');
/** Mines blocks until what is in the newest one is deep enough, and follows them. */
async function deepen(): Promise<void> {
  whole.mineEmpty(19);
  await round();
}
const restart = async (): Promise<void> => {
  await stage.stop();
  await stage.start();
};

const wayOf = async (accountId: Uuid, coin = 'USDT'): Promise<DepositWay> => {
  const ways = await stage.ask<{ RESULT_LIST: DepositWay[] }>(
    findCoinAddressByAccount,
    { user_id: wireId('account', accountId), coin_code: coin },
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
  return found.RESULT_LIST.map(({ coin_code: coin, amount, state }) => `${amount} ${coin} ${state}`).toSorted();
};
/** What the page of waiting deposits says of a customer's. */
async function waitingOf(accountId: Uuid): Promise<string[]> {
  const waiting = await readWaiting(stage.ledger.pool, { limit: 9, offset: 0 });
  return waiting.rows.flatMap((row) => (row.accountId === accountId ? [`${row.verdict} ${row.state}`] : []));
}
/** A new customer, with the bytes of the own address. */
async function customer(): Promise<{ accountId: Uuid; to: string }> {
  const accountId = await stage.ledger.pay('1');
  return { accountId, to: hexOf((await wayOf(accountId)).address!) };
}
let seed = 0;
const one = (make: (seed: number) => MadeTransaction): MadeTransaction => make(++seed);
const million = 1_000_000n;

test('USDT is offered on TRON first; what is paid is seen at once, and credited once when it is deep and final', async () => {
  await round();
  const ann = await customer();
  const way = await wayOf(ann.accountId);
  assert.deepEqual(
    [way.state, way.address, way.network, way.is_test, way.confirmations, way.node],
    ['on', firstAddress, 'tron', false, 20, 'java-tron 4.8.0'],
  );
  assert.equal((await wayOf(ann.accountId, 'TRX')).address, firstAddress);
  whole.finalBelow = 19;
  whole.mine(one((seed) => sendsTrx(seed, ann.to, 12_345_678n)), one((seed) => sendsUsdt(seed, ann.to, 7_654_321n))); // oxfmt-ignore
  await round();
  assert.deepEqual(await depositsOf(ann.accountId), ['12.345678 TRX seen', '7.654321 USDT seen']);
  whole.mineEmpty(18);
  await round();
  assert.deepEqual(await depositsOf(ann.accountId), ['12.345678 TRX seen', '7.654321 USDT seen']);
  whole.mine();
  await Promise.allSettled([round(), round()]);
  await restart();
  await round();
  assert.deepEqual(await depositsOf(ann.accountId), ['12.345678 TRX credited', '7.654321 USDT credited']);
  assert.equal(await stage.ledger.available(ann.accountId, 'TRX'), '12.345678');
});

test('two logs of one transaction are deposits of two customers', async () => {
  const [ben, cat] = [await customer(), await customer()];
  const logs = [
    transferLog(ben.to, 3n * million),
    transferLog(accountHex(9), million),
    transferLog(cat.to, 4n * million),
  ];
  whole.mine(one((seed) => calls(seed, accountHex(0x55), { logs })));
  await deepen();
  assert.deepEqual(await depositsOf(ben.accountId), ['3 USDT credited']);
  assert.deepEqual(await depositsOf(cat.accountId), ['4 USDT credited']);
});

test('small deposits are credited once they are enough together', async () => {
  const dan = await customer();
  whole.mine(one((seed) => sendsUsdt(seed, dan.to, 600_000n)));
  await deepen();
  assert.deepEqual(await depositsOf(dan.accountId), ['0.6 USDT dust']);
  whole.mine(one((seed) => sendsTrx(seed, dan.to, 600_000n)), one((seed) => sendsUsdt(seed, dan.to, 400_000n)));
  await deepen();
  await round();
  assert.deepEqual(await depositsOf(dan.accountId), ['0.4 USDT credited', '0.6 TRX dust', '0.6 USDT credited']);
}); // oxfmt-ignore

test('reverted calls, fake tokens, TRC10 coins and transfers of nothing leave no trace', async () => {
  const eve = await customer();
  const fake = accountHex(0x66);
  whole.mine(
    one((seed) => reverted(sendsUsdt(seed, eve.to, 9n * million), true)),
    one((seed) => reverted(sendsTrx(seed, eve.to, 9n * million))),
    one((seed) => calls(seed, fake, { logs: [transferLog(eve.to, 9n * million, fake)] })),
    one((seed) => sendsAsset(seed, eve.to, 9n * million)),
    one((seed) => sendsUsdt(seed, eve.to, 0n)),
    one((seed) => sendsTrx(seed, eve.to, 0n)),
  );
  await deepen();
  assert.deepEqual(await depositsOf(eve.accountId), []);
  assert.equal(await stage.ledger.available(eve.accountId, 'TRX'), '0');
});

test('a block that is replaced before its deposit is final takes the deposit along until another block has it', async () => {
  const fay = await customer();
  const paid = one((seed) => sendsUsdt(seed, fay.to, 5n * million));
  whole.mine(paid);
  await round();
  whole.remove(1);
  whole.mine();
  await round();
  assert.deepEqual(await depositsOf(fay.accountId), ['5 USDT orphaned']);
  whole.mine(paid);
  await Promise.allSettled([round(), round()]);
  await round();
  assert.deepEqual(await depositsOf(fay.accountId), ['5 USDT seen']);
  await deepen();
  assert.deepEqual(await depositsOf(fay.accountId), ['5 USDT credited']);
});

test('a final block that is replaced after its deposit was credited stops the network, and the deposit stays', async () => {
  const gus = await customer();
  whole.mine(one((seed) => sendsUsdt(seed, gus.to, 5n * million)));
  await deepen();
  assert.deepEqual(await depositsOf(gus.accountId), ['5 USDT credited']);
  const kept = whole.blocks.slice(-20);
  whole.remove(20);
  whole.mineEmpty(30);
  await round().catch(() => undefined);
  assert.equal((await wayOf(gus.accountId)).reason, 'final-replaced');
  assert.deepEqual(await depositsOf(gus.accountId), ['5 USDT credited']);
  whole.remove(30);
  whole.blocks.push(...kept);
  whole.mine();
  await restart();
  await round();
  assert.deepEqual([(await wayOf(gus.accountId)).state, await depositsOf(gus.accountId)], ['on', ['5 USDT credited']]);
});

test('a second node that has another block is believed: the deposit waits for operators', async () => {
  const hal = await customer();
  const other = new PlayedTron();
  other.blocks.splice(0, 1, ...whole.blocks);
  other.finalBelow = 19;
  whole.mine(one((seed) => sendsUsdt(seed, hal.to, 5n * million)));
  other.mine(one((seed) => sendsUsdt(seed, hal.to, 4n * million)));
  second = other;
  other.mineEmpty(19);
  await deepen();
  assert.deepEqual(await depositsOf(hal.accountId), ['5 USDT held']);
  assert.deepEqual(await waitingOf(hal.accountId), ['contradicts held']);
  second = whole;
  await restart();
  await round();
  await round();
  assert.deepEqual(await depositsOf(hal.accountId), ['5 USDT credited']);
});

test('a transaction that its block does not prove, which anyone can send, makes no work: sums decide as in any block', async () => {
  const [ida, kim] = [await customer(), await customer()];
  second = undefined;
  const odd = { ...one((seed) => sendsTrx(seed, accountHex(9), 5n)), hidden: number(99, 1) };
  const large = 2_000_000n * million;
  whole.mine(
    odd,
    one((seed) => sendsUsdt(seed, ida.to, 5n * million)),
    one((seed) => sendsTrx(seed, kim.to, large)),
  );
  await deepen();
  assert.deepEqual(await depositsOf(ida.accountId), ['5 USDT credited']);
  assert.deepEqual(await depositsOf(kim.accountId), ['2000000 TRX seen']);
  assert.deepEqual([await waitingOf(ida.accountId), await waitingOf(kim.accountId)], [[], ['unusable seen']]);
  assert.equal((await wayOf(ida.accountId)).state, 'on');
  second = whole;
  await restart();
  await round();
  await round();
  assert.deepEqual(await depositsOf(kim.accountId), ['2000000 TRX credited']);
});

test('a node that is gone, lags, lacks infos or is of another chain stops this network alone, says so, and loses nothing', async () => {
  const joy = await customer();
  whole.mine(one((seed) => sendsUsdt(seed, joy.to, 5n * million)));
  const newest = whole.blocks.length - 1;
  const says = async (reason: string): Promise<void> => {
    await restart();
    await round().catch(() => undefined);
    const way = await wayOf(joy.accountId);
    assert.deepEqual([way.reason, hexOf(way.address!)], [reason, joy.to]);
    assert.deepEqual(await depositsOf(joy.accountId), []);
  };
  node = undefined;
  await says('no-node');
  node = whole;
  const [first] = whole.blocks;
  whole.blocks[0] = { ...first!, shown: { ...first!.shown, blockID: whole.blocks[1]!.shown.blockID } };
  await says('no-node');
  whole.blocks[0] = first!;
  node = new PlayedTron(otherFirstBlock);
  await says('other-chain');
  node = whole;
  for (const [reading, reason] of [
    ['late', 'node-behind'],
    ['infos of another time', 'node-behind'],
    ['no infos', 'node-incomplete'],
    ['without logs', 'node-incomplete'],
    ['other header', 'node-incomplete'],
  ] as const) {
    // oxfmt-ignore
    whole.reads.set(newest, reading);
    await says(reason);
  }
  whole.reads.clear();
  whole.servesSolidity = false;
  await deepen();
  assert.deepEqual(await depositsOf(joy.accountId), ['5 USDT credited']);
});

test('the audit asks a node about each credited deposit, and names one that no block pays', async () => {
  const check = () => checkInvariants(stage.ledger.pool, chainRules(chains, {}));
  assert.ok((await check()).every(({ broken }) => broken === 0));
  const known = whole.blocks.findIndex(({ made }) => made.length > 0);
  const held = whole.blocks[known]!;
  const { blockID: parent } = whole.blocks[known - 1]!.shown;
  const other = new PlayedTron();
  other.blocks.splice(0, 1, ...whole.blocks.slice(0, known));
  assert.equal(other.blocks.at(-1)!.shown.blockID, parent);
  other.mine();
  whole.blocks[known] = other.blocks.at(-1)!;
  assert.ok((await check()).some(({ broken }) => broken > 0));
  whole.blocks[known] = held;
});
