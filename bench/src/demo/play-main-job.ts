// The main job, step by step: register, log in, test money, watch the price, one option, its result, its receipt.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectMarketFeed,
  createClient,
  feedTopics,
  getMarketStatus,
  queryOptionsConfig,
  takeTestMoney,
} from '@candor/wire';
import type { OptionsConfigMessage } from '@candor/wire';
import { codeFor, logIn, need, registerCustomer } from '../customer.ts';
import type { Customer } from '../customer.ts';
import { units } from '../recompute-option.ts';
import { checkBills } from './check-bills.ts';
import { checkReceipt } from './check-receipt.ts';
import { playOption } from './play-option.ts';
import { balanceOf, stake, testMoney } from './stage.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';

const marketWithinMs = 20_000;
const watchMs = 4_000;

export async function playMainJob(url: string, terminal: Terminal): Promise<void> {
  terminal.say(`Playing the main job against ${url}`);
  await waitForMarket(url, terminal);
  const customer = await register(url, terminal);
  const stage: Stage = { url, terminal, customer };
  await takeMoney(stage);
  await watchPrice(stage);
  const config = await chooseTerms(stage);
  const order = await playOption(stage, config);
  await checkBalance(stage, order.paid!);
  await checkBills(stage, order);
  await checkReceipt(stage, order);
}

async function waitForMarket(url: string, terminal: Terminal): Promise<void> {
  const client = createClient({ baseUrl: url });
  const deadline = performance.now() + marketWithinMs;
  for (;;) {
    const { source, coins } = need(await client.call(getMarketStatus, {}), 'the state of the market');
    const bitcoin = coins.find(({ coin }) => coin === 'BTC');
    if (bitcoin?.state === 'live') {
      return terminal.say(
        `Prices: ${source === 'simulated' ? 'simulated' : `real, from ${source.toUpperCase()}`}; BTC is live.`,
      );
    }
    if (performance.now() > deadline) throw new Error(`The BTC market is ${bitcoin?.state ?? 'not there'}, not live.`);
    await sleep(250);
  }
}

async function register(url: string, terminal: Terminal): Promise<Customer> {
  terminal.step('Register with the code from the outbox, and log in');
  const client = createClient({ baseUrl: url, keepsCookies: true });
  const credentials = {
    email: `demo-${randomBytes(6).toString('hex')}@example.com`,
    password: randomBytes(9).toString('base64url'),
  };
  await registerCustomer(client, credentials);
  terminal.show(`the code sent to ${credentials.email} was ${await codeFor(client, credentials)}`);
  const user = await logIn(client, credentials);
  terminal.check(
    `logged in as ${user.user_name}, account number ${user.user_number}`,
    user.user_name === credentials.email,
  );
  return { ...credentials, client, user };
}

async function takeMoney({ customer, terminal }: Stage): Promise<void> {
  terminal.step(`Take ${testMoney} USDT of test money`);
  const given = need(await customer.client.call(takeTestMoney, { coin: 'USDT', amount: testMoney }), 'test money');
  terminal.check(`the faucet gave ${given.amount} USDT, the balance is ${given.balance}`, given.balance === testMoney);
  const { available, reserved } = await balanceOf(customer);
  terminal.check(`available ${available}, reserved ${reserved}`, available === testMoney && reserved === '0');
}

async function watchPrice({ url, terminal }: Stage): Promise<void> {
  terminal.step('Watch BTC for a few seconds');
  const feed = connectMarketFeed({ baseUrl: url });
  const prices: string[] = [];
  feed.subscribe(feedTopics.kline('btcusdt', '1min'), ({ close }) => {
    prices.push(close);
    terminal.running(`BTC ${close} USDT`);
  });
  await sleep(watchMs);
  feed.close();
  terminal.show(`BTC ${prices.at(-1) ?? 'unknown'} USDT`);
  terminal.check(
    `${prices.length} prices came over /ws in ${watchMs / 1000} s`,
    prices.length >= 3 && prices.every((price) => units(price) > 0n),
  );
}

async function chooseTerms({ customer, terminal }: Stage): Promise<OptionsConfigMessage> {
  terminal.step('Look at what is on offer');
  const { RESULT_LIST } = need(await customer.client.call(queryOptionsConfig, {}), 'the terms of options');
  for (const { duration_ms, payout_rate, min, max } of RESULT_LIST) {
    terminal.show(
      `${String(duration_ms / 1000).padStart(3)} s: a win pays the stake and ${payout_rate} of it; ${min} to ${max} USDT`,
    );
  }
  const config = RESULT_LIST.find(({ duration_ms }) => duration_ms === 30_000);
  if (!config) throw new Error('There is no option of 30 seconds on offer.');
  return config;
}

async function checkBalance({ customer, terminal }: Stage, paid: string): Promise<void> {
  terminal.step('The balance, to the last digit');
  const { available, reserved } = await balanceOf(customer);
  const isRight = units(available) === units(testMoney) - units(stake) + units(paid) && reserved === '0';
  terminal.check(`${testMoney} - ${stake} + ${paid} = ${available} available, ${reserved} reserved`, isRight);
}
