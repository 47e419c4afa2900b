// What becomes of a swap, by the ticks that decide it and by nothing else; and what becomes of quotes that are not one's own any more.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { signReceipt, verifyReceipt } from '@candor/proof';
import {
  formatAmount,
  parseWireId,
  swapTerms,
  wad,
  type CoinCode,
  type SwapOrderMessage,
  type Uuid,
} from '@candor/wire';
import { explainedRule } from '../src/ledger/explain-invariants.ts';
import { refusedWith } from './support/options-stage.ts';
import { openSwapStage, type SwapStage } from './support/swap-stage.ts';
import { crowdOf } from './support/long-run.ts';
import { payIntoHouse } from './support/pay-into-house.ts';
import { countBroken, postAsServer, type Posted } from './support/planted-moves.ts';

const startMs = Date.parse('2026-03-01T12:00:00Z');

let stage: SwapStage;
before(async () => {
  stage = await openSwapStage({ startMs, isAudited: true }, { BTC: '2', ETH: '40', DOGE: '1000000' });
});
after(() => stage.close());

/** The clock stands at the tick then. */
function price(coin: CoinCode, text: string, afterMs = 0): void {
  const publishedAt = stage.clock.now() + afterMs;
  stage.clock.set(publishedAt);
  stage.market.publish(coin, [{ price: text, publishedAt }]);
  stage.market.setState(coin, 'live');
}

const nextMoment = swapTerms.fillDelayMs + 10;

async function swapped(
  accountId: Uuid,
  from: 'USDT' | CoinCode,
  to: 'USDT' | CoinCode,
  amount: string,
): Promise<SwapOrderMessage> {
  // oxfmt-ignore
  return stage.accept({ accountId }, await stage.quote({ accountId }, from, to, amount));
}

test('a swap is filled at the first tick of the next moment, not at one that was under way', async () => {
  price('BTC', '50000');
  const accountId = await stage.ledger.pay('1000');
  const order = await swapped(accountId, 'USDT', 'BTC', '500');
  assert.equal(order.status, 'pending');
  assert.equal(order.to_amount, '0.01');
  assert.equal(await stage.ledger.available(accountId), '500');
  price('BTC', '50001', swapTerms.fillDelayMs - 1);
  price('BTC', '50002', 1);
  price('BTC', '50003', 1);
  const ended = await stage.ended(accountId, order);
  assert.equal(ended.status, 'filled');
  assert.equal(ended.to_tick?.price, '50002');
  assert.equal(ended.received, '0.0099996');
  assert.equal(await stage.ledger.available(accountId, 'BTC'), '0.0099996');
  const pushed = stage.pushes(accountId).flatMap((event) => (event.action === 'swap' ? [event.notify.status] : []));
  assert.deepEqual([pushed[0], pushed.at(-1)], ['pending', 'filled']);
  await stage.ledger.audit();
});

test('two coins change hands by the first tick of each, and one that has moved too far gives everything back', async () => {
  price('BTC', '50000');
  price('ETH', '2500');
  const accountId = await stage.ledger.pay('1', { coin: 'ETH' });
  const order = await swapped(accountId, 'ETH', 'BTC', '0.5');
  price('ETH', '2500', nextMoment);
  price('ETH', '2400', 5);
  price('BTC', '50010', 5);
  const ended = await stage.ended(accountId, order);
  assert.deepEqual([ended.status, ended.from_tick?.price, ended.to_tick?.price], ['filled', '2500', '50010']);
  assert.equal(ended.received, '0.024995');
  for (const [before, now] of [
    ['50000', '50030'],
    ['50000', '49970'],
  ] as const) {
    // oxfmt-ignore
    price('BTC', before);
    price('ETH', '2500');
    const moved = await swapped(accountId, 'ETH', 'BTC', '0.5');
    price('BTC', now, nextMoment);
    price('ETH', '2500');
    const returned = await stage.ended(accountId, moved);
    assert.deepEqual([returned.status, returned.reason], ['returned', 'price-moved']);
    assert.equal(await stage.ledger.available(accountId, 'ETH'), '0.5');
  }
  await stage.ledger.audit();
});

test('without a tick in time everything goes back', async () => {
  price('BTC', '50000');
  const accountId = await stage.ledger.pay('100');
  const order = await swapped(accountId, 'USDT', 'BTC', '100');
  price('BTC', '50000', swapTerms.fillWindowMs + 1);
  const ended = await stage.ended(accountId, order);
  assert.deepEqual([ended.status, ended.reason, ended.given], ['returned', 'no-tick', '0']);
  assert.equal(await stage.ledger.available(accountId), '100');
});

test('a quote is good once, for its owner, for its time, and as it was made', async () => {
  price('BTC', '50000');
  const [accountId, other] = [await stage.ledger.pay('1000'), await stage.ledger.pay('1000')];
  const quote = await stage.quote({ accountId }, 'USDT', 'BTC', '100');
  assert.equal(await refusedWith(stage.accept({ accountId: other }, quote)), 'quote-foreign');
  assert.equal(await refusedWith(stage.accept({ accountId }, quote, { quoteCurrency: 'ETH' })), 'quote-altered');
  const [body, code] = quote.quote_id.split('.') as [string, string];
  const cheaper = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"50000"', '"5000"')).toString('base64url'); // oxfmt-ignore
  assert.notEqual(cheaper, body);
  assert.equal(await refusedWith(stage.accept({ accountId }, quote, { quote_id: `${cheaper}.${code}` })), 'quote-altered'); // oxfmt-ignore
  assert.equal(await refusedWith(stage.accept({ accountId }, quote, { quote_id: 'none' })), 'quote-unknown');
  assert.equal(await refusedWith(stage.accept({ accountId, isVerified: false }, quote)), 'verification-required');
  stage.market.setState('BTC', 'halted');
  assert.equal(await refusedWith(stage.accept({ accountId }, quote)), 'market-halted');
  stage.market.setState('BTC', 'live');
  await stage.accept({ accountId }, quote);
  assert.equal(await refusedWith(stage.accept({ accountId }, quote)), 'quote-used');
  const late = await stage.quote({ accountId }, 'USDT', 'BTC', '100');
  price('BTC', '50000', swapTerms.quoteMs);
  assert.equal(await refusedWith(stage.accept({ accountId }, late)), 'quote-expired');
  const moved = await stage.quote({ accountId }, 'USDT', 'BTC', '100');
  price('BTC', '50026', 10);
  assert.equal(await refusedWith(stage.accept({ accountId }, moved)), 'quote-moved');
  price('BTC', '50026', nextMoment);
});

test('many acceptances at once fill once, and the house never promises a coin twice', async () => {
  price('DOGE', '0.1');
  const accountId = await stage.ledger.pay('100000');
  const quote = await stage.quote({ accountId }, 'USDT', 'DOGE', '10');
  const answers = await Promise.allSettled(
    Array.from({ length: crowdOf(1_000, 10) }, () => stage.accept({ accountId }, quote)),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  // 999,900 DOGE are left for 64 who want 20,000 each.
  const people = await Promise.all(Array.from({ length: 64 }, () => stage.ledger.pay('2000')));
  const quotes = await Promise.all(people.map((id) => stage.quote({ accountId: id }, 'USDT', 'DOGE', '2000')));
  const swaps = await Promise.allSettled(people.map((id, place) => stage.accept({ accountId: id }, quotes[place]!)));
  const refused = swaps.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []));
  // Each promise is up to five hundredths of a percent more than the quote.
  assert.equal(swaps.length - refused.length, 49);
  assert.deepEqual(new Set(refused), new Set(['swap-house-short']));
  await stage.ledger.audit();
  price('DOGE', '0.1', nextMoment);
  for (const [place, swap] of swaps.entries()) {
    if (swap.status === 'fulfilled') assert.equal((await stage.ended(people[place]!, swap.value)).received, '20000');
  }
  await stage.ledger.audit();
});

test('a restart in between loses nothing, and what was asked twice under one key is done once', async () => {
  price('BTC', '50000');
  const accountId = await stage.ledger.pay('300');
  const quote = await stage.quote({ accountId }, 'USDT', 'BTC', '100');
  await stage.stop();
  await stage.start();
  const key = stage.ledger.newId();
  const [first, again] = [await stage.accept({ accountId, key }, quote), await stage.accept({ accountId, key }, quote)];
  assert.deepEqual(first, again);
  await stage.stop();
  price('BTC', '50001', nextMoment);
  price('BTC', '50002', 10);
  await stage.start();
  const ended = await stage.ended(accountId, first);
  assert.deepEqual([ended.status, ended.to_tick?.price], ['filled', '50001']);
  assert.equal(await stage.ledger.available(accountId), '200');
  await stage.ledger.audit();
});

test('a limit waits for its rate, gives no more than it needs, and comes back when it is cancelled or its time is over', async () => {
  price('BTC', '50000');
  const accountId = await stage.ledger.pay('4000');
  const asked = { from: 'USDT', to: 'BTC', amount: '980' } as const;
  assert.equal(await refusedWith(stage.limit({ accountId }, { ...asked, price: '0.00002' })), 'limit-price-crossed');
  assert.equal(await refusedWith(stage.limit({ accountId }, { ...asked, price: '0.00004' })), 'limit-price-too-far');
  const pair = { from: 'ETH', to: 'BTC', amount: '1', price: '1' } as const;
  assert.equal(await refusedWith(stage.limit({ accountId }, pair)), 'swap-limit-pair');
  const price49 = formatAmount(wad('0.000020408163265306'));
  const filled = await stage.limit({ accountId }, { ...asked, price: price49 });
  const cancelled = await stage.limit({ accountId }, { ...asked, price: price49 });
  const expired = await stage.limit({ accountId }, { ...asked, price: '0.000028', hours: 1 });
  price('BTC', '49001', nextMoment);
  const cancelling = await stage.cancel({ accountId }, cancelled);
  assert.equal(cancelling.status, 'pending');
  assert.equal(await refusedWith(stage.cancel({ accountId }, cancelled)), 'order-changed');
  await stage.stop();
  await stage.start();
  price('BTC', '49001', nextMoment);
  assert.deepEqual((await stage.ended(accountId, cancelled)).reason, 'cancelled');
  price('BTC', '48000', 10);
  const done = await stage.ended(accountId, filled);
  assert.deepEqual([done.status, done.received, done.given], ['filled', '0.01999999', '959.9996']);
  price('BTC', '48000', 3_600_000);
  assert.equal((await stage.ended(accountId, expired)).reason, 'expired');
  assert.equal(await stage.ledger.available(accountId), '3040.0004');
  assert.equal((await stage.list(accountId, { status: 'returned' })).length, 2);
  assert.equal((await stage.list(accountId, { coin: 'ETH' })).length, 0);
  await stage.ledger.audit();
});

test('a tick that reached a limit before its cancel fills it, though the engine was lost in between', async () => {
  price('BTC', '50000');
  const accountId = await stage.ledger.pay('1000');
  const rate = formatAmount(wad('0.000020408163265306'));
  const order = await stage.limit({ accountId }, { from: 'USDT', to: 'BTC', amount: '980', price: rate });
  await stage.stop();
  price('BTC', '48999', nextMoment);
  assert.equal((await stage.cancel({ accountId }, order)).status, 'pending');
  await stage.start();
  price('BTC', '50000', nextMoment);
  const ended = await stage.ended(accountId, order);
  assert.deepEqual([ended.status, ended.reason, ended.to_tick?.price], ['filled', null, '48999']);
  const receipt = await stage.product().receipts.swap(accountId, order.exchange_id);
  const { verdict, checks } = verifyReceipt(receipt, { trustedKey: stage.publicKey, archive: receipt.archive });
  assert.equal(verdict, 'verified', JSON.stringify(checks));
  await stage.ledger.audit();
});

test('limits cost nothing, so an account has so many at most, a share of the house, and all together a part of it', async () => {
  price('ETH', '2500');
  const accountId = await stage.ledger.pay('100000');
  const ask = { from: 'USDT', to: 'ETH', price: '0.0005' } as const;
  const small = await Promise.allSettled(
    Array.from({ length: 80 }, () => stage.limit({ accountId }, { ...ask, amount: '10' })),
  );
  assert.equal(small.filter(({ status }) => status === 'fulfilled').length, 50);
  for (const each of small) if (each.status === 'rejected') assert.equal(each.reason.code, 'open-orders-limit');
  await stage.ledger.audit();
  // Of 40 ETH: two for one account, ten for all.
  const crowd = await Promise.all(Array.from({ length: 12 }, () => stage.ledger.pay('6000')));
  assert.equal(
    await refusedWith(stage.limit({ accountId: crowd[0]! }, { ...ask, amount: '4200' })),
    'swap-house-short',
  );
  const placed = await Promise.allSettled(
    crowd.map((each) => stage.limit({ accountId: each }, { ...ask, amount: '2800' })),
  );
  const held = placed.filter(({ status }) => status === 'fulfilled').length;
  assert.ok(held >= 5 && held <= 7, `${held} limits of 1.4 ETH`);
  for (const each of placed) if (each.status === 'rejected') assert.equal(each.reason.code, 'swap-house-short');
  assert.equal((await swapped(crowd[0]!, 'USDT', 'ETH', '2500')).status, 'pending');
  price('ETH', '2500', nextMoment);
  for (const [place, each] of placed.entries()) {
    if (each.status === 'fulfilled') await stage.cancel({ accountId: crowd[place]! }, each.value);
  }
  price('ETH', '2500', nextMoment);
  for (const [place, each] of placed.entries()) {
    if (each.status === 'fulfilled') await stage.ended(crowd[place]!, each.value);
  }
  assert.equal((await stage.limit({ accountId: crowd[1]! }, { ...ask, amount: '2800' })).status, 'pending');
  await stage.ledger.audit();
});

test('the receipt of a swap is recomputed from both ticks, and one digit that differs refutes it', async () => {
  price('BTC', '50000');
  price('ETH', '2500');
  const accountId = await stage.ledger.pay('1', { coin: 'ETH' });
  const usdtOf = await stage.ledger.pay('5000');
  const receiptOf = (id: Uuid, { exchange_id }: SwapOrderMessage) => stage.product().receipts.swap(id, exchange_id);
  const filled = await swapped(accountId, 'ETH', 'BTC', '0.5');
  assert.equal(await refusedWith(receiptOf(accountId, filled)), 'not-settled');
  price('ETH', '2501', nextMoment);
  price('BTC', '50010', 5);
  await stage.ended(accountId, filled);
  const moved = await swapped(accountId, 'ETH', 'BTC', '0.5');
  price('ETH', '2400', nextMoment);
  price('BTC', '50010', 5);
  await stage.ended(accountId, moved);
  const rate = formatAmount(wad('0.000020408163265306'));
  const limit = await stage.limit({ accountId: usdtOf }, { from: 'USDT', to: 'BTC', amount: '980', price: rate });
  price('BTC', '49500', nextMoment);
  price('BTC', '48999', 10);
  await stage.ended(usdtOf, limit);
  const silent = await swapped(usdtOf, 'USDT', 'BTC', '100');
  price('BTC', '50000', swapTerms.fillWindowMs + 1);
  await stage.ended(usdtOf, silent);
  for (const [id, order, reason] of [
    [accountId, filled, null],
    [accountId, moved, 'price-moved'],
    [usdtOf, limit, null],
    [usdtOf, silent, 'no-tick'],
  ] as const) {
    // oxfmt-ignore
    const receipt = await receiptOf(id, order);
    assert.equal(receipt.reason, reason);
    const options = { trustedKey: stage.publicKey, archive: receipt.archive };
    const { verdict, checks } = verifyReceipt(receipt, options);
    assert.equal(verdict, 'verified', JSON.stringify(checks));
    for (const changed of [
      { received: '9' },
      { given: '9' },
      { result: receipt.result === 'filled' ? 'returned' : 'filled' },
      { from_tick: { sequence: 1, price: '1', published_ms: 1 } },
      { order: { ...receipt.order, received_ms: receipt.order.received_ms - 60_000 } },
      { order: { ...receipt.order, quoted_to: '1' } },
    ]) {
      const { issuer: _seal, ...unsigned } = { ...receipt, ...changed };
      const forged = signReceipt(unsigned as never, 'ab'.repeat(32)) as object;
      const decided = verifyReceipt(forged, { archive: receipt.archive });
      const isOfLimit = receipt.order.kind === 'limit' || reason === 'no-tick';
      if (isOfLimit && 'order' in changed) continue;
      assert.equal(decided.verdict, 'refuted', JSON.stringify(changed));
    }
  }
});

test('movements that nobody ordered are named, though the server’s role posts them with balances that are true', async () => {
  assert.deepEqual([...(await countBroken(stage.ledger.pool))], []);
  price('BTC', '50000');
  const accountId = await stage.ledger.pay('100');
  const order = await swapped(accountId, 'USDT', 'BTC', '50');
  price('BTC', '50000', nextMoment);
  assert.equal((await stage.ended(accountId, order)).status, 'filled');
  const filled = parseWireId('swap', order.exchange_id)!;
  /** Rules that do not hold since these were posted, and by how many rows. */
  async function named(objectId: string, ...moves: Omit<Posted, 'accountId' | 'amount' | 'objectId'>[]) {
    const before = await countBroken(stage.ledger.pool);
    for (const move of moves)
      await postAsServer(stage.ledger.serverPool, { accountId, objectId, amount: '0.0001', ...move });
    const after = [...(await countBroken(stage.ledger.pool))];
    return Object.fromEntries(
      after.map(([name, count]) => [name, count - (before.get(name) ?? 0)]).filter(([, count]) => count !== 0),
    ) as Record<string, number>;
  }
  const setAside = (name: string) => ({
    kind: `${name}-promised`,
    coin: 'BTC',
    from: 'bankroll',
    to: `${name}s-reserve`,
  });
  const given = (name: string) => ({
    kind: `${name}-received`,
    coin: 'BTC',
    from: `${name}s-reserve`,
    to: 'available',
  });
  // What the house has set aside and what the customer has are right after each pair: only the way back to an order tells.
  const bySwaps = { [explainedRule({ name: 'swap' })]: 2 };
  const entries = { 'a swap ends in one entry of the journal, and gives nothing unless it was filled': 1 };
  assert.deepEqual(await named(filled, setAside('swap'), given('swap')), { ...bySwaps, ...entries });
  assert.deepEqual(await named(randomUUID(), setAside('swap'), given('swap')), bySwaps);
  const byPurchases = { [explainedRule({ name: 'purchases' })]: 2 };
  assert.deepEqual(await named(randomUUID(), setAside('purchase'), given('purchase')), byPurchases);
  await payIntoHouse(stage.ledger, { amount: '1', bucket: 'shop-funds' });
  const prize = [
    { kind: 'shop-reserved', coin: 'USDT', from: 'shop-funds', to: 'shop' },
    { kind: 'ticket-prize', coin: 'USDT', from: 'shop', to: 'available' },
  ];
  assert.deepEqual(await named(randomUUID(), ...prize), { [explainedRule({ name: 'shop' })]: 2 });
});
