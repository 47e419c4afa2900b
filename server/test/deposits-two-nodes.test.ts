// Deposits above what is believed by one node: credited once a second node says the same, or two operators let them pass.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { networks, type ChainSource, type Credit } from '@candor/chain';
import { wireId, type Uuid } from '@candor/wire';
import { chainRules } from '../src/chain-rules.ts';
import type { ChainSettings } from '../src/chains/chain-settings.ts';
import { countWaiting, readWaiting } from '../src/deposits/check-store.ts';
import { depositActs } from '../src/deposits/deposits-desk.ts';
import { depositsOnChainRule } from '../src/deposits/on-chain-rule.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { approvedProposal } from './support/acts.ts';
import { openPlayedStage, pays, type PlayedStage } from './support/deposits-stage.ts';

let stage: PlayedStage;
before(async () => (stage = await openPlayedStage()));
after(() => stage.end());

const usdt = (whole: number): bigint => BigInt(whole) * 10n ** 6n;
const hourMs = 3_600_000;
/** What one node may say of USDT within 24 hours, as the migrations set it. */
const believed = 10_000;

/** The same chain as the first node has, final up to its tip, but for what a test changes. */
const second = (change: Partial<ChainSource> = {}): ChainSource => ({
  tip: () => stage.chain.tip(),
  final: () => stage.chain.tip(),
  hashAt: (height) => stage.chain.hashAt(height),
  block: (height) => stage.chain.block(height),
  ...change,
});
const lies = (change: (credit: Credit) => Credit): ChainSource =>
  second({
    async block(height) {
      const block = await stage.chain.block(height);
      return block && { ...block, credits: block.credits.map(change) };
    },
  });

/** A deposit of a new customer in a block that is deep, as followed with this second node. */
async function deposited(
  whole: number,
  node: ChainSource | null,
): Promise<{ accountId: Uuid; again: (node: ChainSource | null) => Promise<string> }> {
  stage.clock.advance(25 * hourMs);
  const accountId = await stage.ledger.pay('1');
  const address = await stage.addressOf(accountId);
  stage.chain.mine(pays('USDT', [address, usdt(whole)]));
  stage.chain.mine();
  stage.chain.mine();
  const again = async (asked: ChainSource | null): Promise<string> => {
    const store = stage.openStore(undefined, asked);
    await stage.follow(store);
    const [newest] = await store.newestBlocks(1);
    await store.askAgain(newest!);
    await stage.follow(store);
    const [deposit] = await stage.list(accountId);
    return `${deposit!.state} ${Number(await stage.ledger.available(accountId)) - 1}`;
  };
  assert.notEqual(await again(node), '');
  return { accountId, again };
}
const waits = async (accountId: Uuid) =>
  (await readWaiting(stage.ledger.pool, { limit: 100, offset: 0 })).rows.find((each) => each.accountId === accountId);

test('with one node alone what is above the sum waits for people, however many payments and customers it is made of', async () => {
  const { accountId, again } = await deposited(believed, null);
  assert.equal(await again(null), `credited ${believed}`);
  const other = await stage.ledger.pay('1');
  const address = await stage.addressOf(other);
  stage.chain.mine(pays('USDT', [address, usdt(1)], [address, usdt(2)]));
  stage.chain.mine();
  stage.chain.mine();
  const store = stage.openStore(undefined, null);
  await stage.follow(store);
  assert.deepEqual((await stage.list(other)).map(({ state }) => state), ['held', 'held']); // oxfmt-ignore
  assert.equal((await waits(other))!.verdict, 'alone');
  assert.equal(await waits(accountId), undefined);
  assert.equal(await stage.ledger.available(other), '1');
  await stage.ledger.audit();
});

test('a second node that says the same lets any sum pass, and leaves the sum of one node as it was', async () => {
  const { again } = await deposited(believed * 5, second());
  assert.equal(await again(second()), `credited ${believed * 5}`);
  const next = await stage.ledger.pay('1');
  stage.chain.mine(pays('USDT', [await stage.addressOf(next), usdt(believed)]));
  stage.chain.mine();
  stage.chain.mine();
  await stage.follow(stage.openStore(undefined, null));
  assert.equal(await stage.ledger.available(next), String(believed + 1));
  await stage.ledger.audit();
});

test('a second node that lags, answers late or in other words makes it wait, and go on by itself once it says the same', async () => {
  const late = async (): Promise<never> => Promise.reject(new DOMException('too late', 'TimeoutError'));
  for (const [verdict, node] of [
    ['behind', second({ final: async () => ({ height: 0, hash: 'block-0' }) })],
    ['behind', second({ block: async () => undefined })],
    ['unusable', second({ final: late })],
    [
      'unusable',
      second({ block: async () => Promise.reject(new Error('a node answers "0x" where a hash is expected')) }),
    ],
  ] as const) {
    const { accountId, again } = await deposited(believed + 1, node);
    assert.equal(await again(node), 'seen 0', verdict);
    assert.equal((await waits(accountId))!.verdict, verdict);
    assert.equal(await again(second()), `credited ${believed + 1}`, verdict);
    assert.equal(await waits(accountId), undefined);
  }
  await stage.ledger.audit();
});

test('a second node that contradicts holds any deposit, also a small one, until it says the same', async () => {
  const contradicting = {
    'another block': second({
      block: async (height) => ({ ...(await stage.chain.block(height))!, hash: 'block-elsewhere' }),
    }),
    'another amount': lies((credit) => ({ ...credit, units: (credit.units + 1n) as typeof credit.units })),
    'another payee': lies((credit) => ({ ...credit, address: '0x0000000000000000000000000000000000000001' })),
    'no such payment': lies((credit) => ({ ...credit, txid: `${credit.txid}0` })),
  };
  for (const [what, node] of Object.entries(contradicting)) {
    const { accountId, again } = await deposited(5, node);
    assert.equal(await again(node), 'held 0', what);
    assert.equal((await waits(accountId))!.verdict, 'contradicts', what);
    assert.equal(await again(second()), 'credited 5', what);
  }
  assert.equal((await countWaiting(stage.ledger.pool)).denied, 0);
  await stage.ledger.audit();
});

test('two operators let one pass, and nobody alone', async () => {
  const { pool } = stage.ledger;
  const { accountId, again } = await deposited(believed * 2, null);
  const row = (await waits(accountId))!;
  const [act] = depositActs;
  const body = { deposit_id: wireId('deposit', row.depositId) };
  const facts = await act!.facts(body, pool);
  assert.deepEqual(facts, { deposit_uuid: row.depositId, account_uuid: accountId, account_id: wireId('account', accountId), coin: 'USDT', network: 'ethereum', amount: String(believed * 2), txid: row.txid, verdict: 'alone' }); // oxfmt-ignore
  const carryOut = (proposalId: Uuid) =>
    inTransaction(pool, (database) =>
      act!.carryOut({ proposalId, body, facts, maker: 'anna', checker: 'ben' }, database),
    );
  await assert.rejects(carryOut('00000000-0000-7000-8000-000000000001' as Uuid), /two operators let a deposit pass/);
  await carryOut(await approvedProposal(pool, { kind: 'clear-deposit', body, facts }));
  assert.equal(await again(null), `credited ${believed * 2}`);
  await assert.rejects(act!.facts(body, pool), /not-found/);
  await stage.ledger.audit();
});

test('the database keeps the sum, whoever credits', async () => {
  const { pool } = stage.ledger;
  const { accountId } = await deposited(believed + 1, null);
  const { depositId } = (await waits(accountId))!;
  const credit = (at: string) =>
    pool.query(`update deposits set state = 'credited', credited_at = $2 where deposit_id = $1`, [depositId, at]);
  await pool.query(`update deposits set state = 'seen' where deposit_id = $1`, [depositId]);
  await assert.rejects(credit('2027-06-01T00:00:00Z'), /one node alone says so much no more/);
  await assert.rejects(
    pool.query('update deposits set is_cleared = true where deposit_id = $1', [depositId]),
    /two operators/,
  );
  await assert.rejects(
    pool.query(`update deposit_checks set since = now() where deposit_id = $1`, [depositId]),
    /permission denied/,
  );
  await assert.rejects(
    pool.query(`insert into deposits select gen_random_uuid(), network, txid, 9, asset, address, tag, account_id, units, 'seen', block_height, block_hash, true, 0, seen_at from deposits where deposit_id = $1`, [depositId]), // oxfmt-ignore
    /begins as one that was seen/,
  );
});

test('coins of networks have the decimals that the program gives them', async () => {
  const { rows } = await stage.ledger.pool.query<{ name: string }>(`select network || ' ' || asset || ' ' || decimals as name from network_coins`); // oxfmt-ignore
  const known = Object.values(networks).flatMap(({ name, coins }) => coins.map(({ asset, decimals }) => `${name} ${asset} ${decimals}`)); // oxfmt-ignore
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), known.toSorted());
});

test('the audit names a deposit that the chain denies, and does not check where a node is behind or does not answer', async () => {
  const { accountId } = await deposited(7, second());
  const asked = async (node: ChainSource, lastHours?: number) => {
    const [found] = await checkInvariants(stage.ledger.pool, [
      depositsOnChainRule({ open: async () => node, lastHours }),
    ]);
    return found!;
  };
  const { checked, broken } = await asked(second());
  assert.ok(checked > 0);
  assert.equal(broken, 0);
  const { deposit_id } = (await stage.list(accountId))[0]!;
  const changed: [keyof Credit, unknown][] = [
    ['units', 1n],
    ['address', '0x0000000000000000000000000000000000000001'],
    ['ordinal', 9],
    ['asset', 'ETH'],
  ];
  for (const [field, value] of changed) {
    const { broken: denied, examples } = await asked(
      lies((credit) => (credit.units === usdt(7) ? { ...credit, [field]: value } : credit)),
    );
    assert.deepEqual([denied, examples], [1, [deposit_id]], field);
  }
  const behind = second({ final: async () => ({ height: 0, hash: '0x' }) });
  const silent = second({ final: () => Promise.reject(new Error('no answer')) });
  for (const node of [behind, silent]) await assert.rejects(asked(node), /the node does not know/);
  const isOver = { checked: 0, broken: 0, examples: [] };
  const { name: _, ...found } = await asked(silent, -24 * 365 * 100);
  assert.deepEqual(found, isOver);
});

test('the audit asks the second node where there is one, and none of another chain; without a node it does not check', async (t) => {
  const asked: string[] = [];
  const node = async (name: string) => {
    const server = createServer((request, response) => {
      request.on('data', (body: Buffer) => {
        const { id, method } = JSON.parse(String(body)) as { id: number; method: string };
        asked.push(name);
        response.end(JSON.stringify({ id, result: method === 'eth_chainId' ? '0x5' : { hash: '0x1' } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const [first, other] = [await node('first'), await node('second')];
  const ethereum = { url: first.url, secondUrl: other.url, xpub: '', usdt: '0x' };
  const check = (chains: ChainSettings) => checkInvariants(stage.ledger.pool, chainRules(chains, {}));
  await assert.rejects(check({ ethereum }), /the chain 0x5 can't be followed here/);
  assert.deepEqual([...new Set(asked)], ['second']);
  await assert.rejects(check({}), /no node of Ethereum is set up/);
});
