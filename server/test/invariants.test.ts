// Money that nobody needs where it stands is found by the audit, in every bucket, coin and book.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { wad, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../src/kit/feature.ts';
import { sql } from '../src/kit/sql.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { claimInvariants } from '../src/ledger/claim-invariants.ts';
import type { Command, Move } from '../src/ledger/command.ts';
import { moneyInvariants } from '../src/products.ts';
import { isLongRun } from './support/long-run.ts';
import { newKey, openTestLedger, type TestLedger } from './support/money.ts';
import { payIntoHouse } from './support/pay-into-house.ts';

let ledger: TestLedger;
before(async () => (ledger = await openTestLedger()));
after(() => ledger.close());

interface Planted {
  coin: AssetCode;
  moves: readonly Omit<Move, 'coin' | 'kind'>[];
}

/** Posts what no product would: the journal and the balances agree, but nobody needs the money there. */
const plant: Command<Planted, null> = {
  name: 'plant-a-fault',
  refusals: [],
  coins: ({ coin }) => [coin],
  house: ['bankroll', 'options-reserve', 'contracts-reserve', 'staking-reserve'],
  decide: ({ coin, moves }, { newId }) => ({
    objectId: newId(),
    moves: moves.map((move) => ({ ...move, kind: 'test-money', coin })),
    reply: null,
  }),
};

async function postPlanted(accountId: Uuid, book: Book, input: Planted): Promise<void> {
  await ledger.lanes.submit({ command: plant, accountId, book, input, idempotency: newKey(), receivedAt: Date.now() });
}

const broken = async (): Promise<string[]> =>
  (await checkInvariants(ledger.pool, moneyInvariants)).flatMap((report) => (report.broken > 0 ? [report.name] : []));

test('what customers have set aside belongs to a product, in BTC as in USDT, in either book', async () => {
  assert.deepEqual(await broken(), []);
  const places = [['BTC', 'real'], ['USDT', 'bonus'], ['ETH', 'bonus']] as const; // oxfmt-ignore
  for (const [turn, bucket] of (['reserved', 'margin', 'staked'] as const).entries()) {
    // Each in turn in one of them where there is no time for all.
    for (const [coin, book] of places.filter((_, place) => isLongRun || place === turn)) {
      const accountId = await ledger.pay('3', { coin, book });
      const amount = wad('1');
      await postPlanted(accountId, book, { coin, moves: [{ from: 'available', to: bucket, amount }] });
      assert.deepEqual(await broken(), [`${bucket} balances hold exactly what the products need`], `${coin} ${book}`);
      await postPlanted(accountId, book, { coin, moves: [{ from: bucket, to: 'available', amount }] });
      assert.deepEqual(await broken(), []);
    }
  }
});

test('what the house has set aside was promised by a product, in every coin and book', async () => {
  const accountId = await ledger.pay('3', { coin: 'BTC' });
  await payIntoHouse(ledger, { coin: 'BTC', amount: '5' });
  // The bankroll is central; a command that needs it has the lane gather it.
  const amount = wad('1');
  for (const bucket of ['options-reserve', 'contracts-reserve', 'staking-reserve'] as const) {
    await postPlanted(accountId, 'real', { coin: 'BTC', moves: [{ from: 'available', to: bucket, amount }] });
    const names = await broken();
    assert.ok(names.includes(`${bucket} holds exactly what the house has promised`), names.join());
    await postPlanted(accountId, 'real', { coin: 'BTC', moves: [{ from: bucket, to: 'available', amount }] });
    assert.deepEqual(await broken(), []);
  }
});

test('a product that claims what is not there is found as well', async () => {
  const accountId = await ledger.pay('3', { coin: 'BTC' });
  const claim = (coin: string, amount: Wad) => sql`select ${accountId}::uuid as account_id, ${coin} as coin,
    'real' as book, ${String(amount)}::numeric * 1e-18 as amount`;
  const found = async (...claims: Parameters<typeof claimInvariants>[0]): Promise<string[]> =>
    (await checkInvariants(ledger.pool, claimInvariants(claims))).flatMap(({ name, broken }) =>
      broken > 0 ? [name] : [],
    );
  await postPlanted(accountId, 'real', { coin: 'BTC', moves: [{ from: 'available', to: 'staked', amount: wad('2') }] });
  const faulty = ['staked balances hold exactly what the products need'];
  assert.deepEqual(await found(), faulty);
  assert.deepEqual(await found({ customers: { staked: claim('BTC', wad('1')) } }), faulty);
  const one = { customers: { staked: claim('BTC', wad('1')) } };
  assert.deepEqual(await found(one, one), []);
  assert.deepEqual(await found({ customers: { staked: claim('ETH', wad('2')) } }), faulty);
  const house = { 'options-reserve': sql`select 'BTC' as coin, 'real' as book, 1 as amount` };
  assert.deepEqual(await found(one, one, { house }), ['options-reserve holds exactly what the house has promised']);
  assert.throws(() => claimInvariants([{ house: { bankroll: claim('BTC', wad('1')) } }]), /bankroll holds no promises/);
});
