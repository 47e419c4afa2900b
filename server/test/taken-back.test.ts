// What a customer takes back for nothing leaves rows that are kept for ever. Beyond some dozens in a row nothing new is placed for a
// moment, while what stands can be taken back all the same. Limit orders of contracts: contract-limits.test.ts; what a client is answered:
// repeated-commands.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cancelExchange, changePledgeRenewal, closePledge, openPledge, submitLimitExchange, submitOptionsOrder, swapTerms, wireId, type Action, type Endpoint, type PledgeOrder, type SwapOrderMessage, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { WebPart } from '../src/kit/product.ts';
import { until } from '../src/kit/until.test-support.ts';
import { intakeOf } from '../src/ledger/intake.ts';
import { refusalLimit } from '../src/ledger/refusal-limit.ts';
import { optionsWeb } from '../src/options/options-web.ts';
import { stakingWeb } from '../src/staking/staking-web.ts';
import { swapEngine } from '../src/swap/swap-engine.ts';
import { swapWeb } from '../src/swap/swap-web.ts';
import { payIntoHouse } from './support/pay-into-house.ts';
import { refusedWith } from './support/options-stage.ts';
import {
  openProductStage,
  together,
  withEngine,
  type ProductParts,
  type ProductStage,
} from './support/product-stage.ts';

/** Swaps, pledges and options of the same accounts. */
function askedProducts({ ledger, ...parts }: ProductParts): WebPart {
  const given = { ...ledger, ...parts };
  const conduct = { inForce: () => ({ areOptionsOffered: true }) };
  const swaps = withEngine(swapWeb(given), swapEngine({ ...given, intake: intakeOf(ledger.lanes), epoch: 0 }));
  return together([swaps, stakingWeb(given), optionsWeb({ ...given, conduct })]);
}

const startMs = Date.UTC(2026, 2, 1, 12);
let stage: ProductStage<WebPart>;
/** Limit swaps that were taken back and have not ended yet. */
let swapsLeft = 0;
before(async () => {
  stage = await openProductStage<WebPart>({ startMs, stakingRewards: '10000' }, askedProducts);
  stage.ledger.bus.on('swap.changed', ({ ending }) => void (ending && swapsLeft--));
  await payIntoHouse(stage.ledger, { coin: 'SOL', amount: '10000' });
  for (const [coin, price] of [
    ['BTC', '60000'],
    ['SOL', '120'],
  ] as const)
    // oxfmt-ignore
    stage.market.publish(coin, [{ price, publishedAt: startMs }]);
});
after(async () => {
  await stage.ledger.audit();
  await stage.end();
});

const ask = <Reply>(call: Endpoint | Action, accountId: Uuid, payload: object): Promise<Reply> =>
  stage.ask<Reply>(call, payload, { accountId });
const named = (accountId: Uuid) => ({ account_id: wireId('account', accountId) });

const limitSwap = { baseCurrency: 'USDT', quoteCurrency: 'SOL', price: '0.01', hours: 1, amount: '20' };
const pledge = { pledge_product_id: '1', config_version: 1, amount: '50', auto_renew: false };
const openOne = (accountId: Uuid): Promise<PledgeOrder> => ask(openPledge, accountId, { ...named(accountId), ...pledge }); // oxfmt-ignore

/** Places one and resolves with what takes it back. */
const frees: Record<string, (accountId: Uuid) => Promise<() => Promise<unknown>>> = {
  async 'a limit swap'(accountId) {
    const { exchange_id } = await ask<SwapOrderMessage>(submitLimitExchange, accountId, { ...named(accountId), ...limitSwap }); // oxfmt-ignore
    return async () => {
      await ask(cancelExchange, accountId, { exchange_id });
      swapsLeft++;
    };
  },
  async 'a pledge'(accountId) {
    const { pledge_order_id } = await openOne(accountId);
    return () => ask(closePledge, accountId, { ...named(accountId), pledge_order_id });
  },
};
/** Fewer than may be open, more than a third of the burst. */
const atOnce = 22;

/** What was taken back ends at the moment after that. */
async function goOn(ms: number): Promise<void> {
  stage.clock.advance(ms);
  stage.market.publish('SOL', [{ price: '120', publishedAt: stage.clock.now() }]);
  await until('limit swaps have ended', () => swapsLeft === 0);
}

for (const [name, place] of Object.entries(frees)) {
  test(`${name} placed and taken back again and again is refused, and another account goes on`, async () => {
    const accountId = await stage.ledger.pay('10000');
    const takeBackSpare = await place(accountId);
    for (let taken = 0; taken < refusalLimit.burst; taken += atOnce) {
      const placed = await Promise.all(Array.from({ length: atOnce }, () => place(accountId)));
      await Promise.all(placed.map((takeBack) => takeBack()));
      await goOn(swapTerms.fillDelayMs + 1);
    }
    assert.equal(await refusedWith(place(accountId)), 'too-many-refused');
    await takeBackSpare();
    await place(await stage.ledger.pay('10000'));
    await goOn(atOnce * 1_000);
    await place(accountId);
  });
}

test('a pledge whose renewal is changed to and fro counts too, and an option that is paid for does not', async () => {
  const [accountId, trader] = [await stage.ledger.pay('10000'), await stage.ledger.pay('10000')];
  const option = (of: Uuid): Promise<unknown> =>
    ask(submitOptionsOrder, of, { pair_type: 'btcusdt', trade_user_id: wireId('account', of), trade_num: '10', option_config_id: '5', trade_transaction_type: 1 }); // oxfmt-ignore
  const { pledge_order_id } = await openOne(accountId);
  const change = (turn: number): Promise<unknown> =>
    ask(changePledgeRenewal, accountId, { ...named(accountId), pledge_order_id, auto_renew: turn % 2 === 0 });
  await Promise.all(Array.from({ length: refusalLimit.burst }, (_, turn) => change(turn)));
  assert.equal(await refusedWith(option(accountId)), 'too-many-refused');
  await Promise.all(Array.from({ length: refusalLimit.burst + 1 }, () => option(trader)));
});
