// One option from placing to payment: "BTC is higher in 30 seconds", with what the server pushes on the way.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectMarketFeed,
  connectNotifications,
  feedTopics,
  formatAmount,
  optionTiming,
  ownRoom,
  submitOptionsOrder,
} from '@candor/wire';
import type { OptionOrderMessage, OptionsConfigMessage, Wad } from '@candor/wire';
import { need } from '../customer.ts';
import { units } from '../recompute-option.ts';
import { balanceOf, stake, testMoney } from './stage.ts';
import type { Stage } from './stage.ts';

/** Beyond what the rules give the server. */
const patienceMs = 10_000;

export async function playOption(stage: Stage, config: OptionsConfigMessage): Promise<OptionOrderMessage> {
  const { url, customer } = stage;
  const pushed: OptionOrderMessage[] = [];
  const notifications = connectNotifications({ baseUrl: url, cookies: customer.client.cookies });
  const feed = connectMarketFeed({ baseUrl: url });
  let price: string | undefined;
  try {
    await joined(notifications, pushed);
    feed.subscribe(feedTopics.kline('btcusdt', '1min'), ({ close }) => (price = close));
    const placed = await place(stage, config);
    const find = (test: (order: OptionOrderMessage) => boolean) =>
      pushed.find((order) => order.option_order_id === placed.option_order_id && test(order));
    const opened = await enter(stage, placed, () => find((order) => order.entry !== null || order.result !== null));
    const ended = await ride(stage, opened, { price: () => price, find: () => find((order) => order.result !== null) });
    judge(stage, ended);
    return ended;
  } finally {
    notifications.close();
    feed.close();
  }
}

/** Resolves once the server has taken the client into its own room: what happens from then on is pushed. */
async function joined(
  notifications: ReturnType<typeof connectNotifications>,
  pushed: OptionOrderMessage[],
): Promise<void> {
  notifications.join(ownRoom, (event) => {
    if (event.action === 'option') pushed.push(event['notify'] as OptionOrderMessage);
  });
  await sleep(1_000);
}

async function place({ customer, terminal }: Stage, config: OptionsConfigMessage): Promise<OptionOrderMessage> {
  terminal.step(`Stake ${stake} USDT on "BTC is higher in 30 seconds"`);
  const order = need(
    await customer.client.call(submitOptionsOrder, {
      pair_type: 'btcusdt',
      trade_user_id: customer.user.account_id,
      trade_num: stake,
      option_config_id: config.options_config_id,
      trade_transaction_type: 1,
    }),
    'an option',
  );
  terminal.show(
    `order ${order.option_order_id}, received at ${order.received_at} after tick ${order.accepted_sequence}`,
  );
  terminal.check(
    `it stakes ${order.trade_num} at ${order.payout_rate}`,
    order.trade_num === stake && order.payout_rate === config.payout_rate,
  );
  const { available, reserved } = await balanceOf(customer);
  const left = formatAmount((units(testMoney) - units(stake)) as Wad);
  terminal.check(`available ${available}, reserved ${reserved}`, available === left && reserved === stake);
  return order;
}

async function enter(
  { terminal }: Stage,
  placed: OptionOrderMessage,
  find: () => OptionOrderMessage | undefined,
): Promise<OptionOrderMessage> {
  terminal.step('The entry: the first tick at least a quarter of a second later');
  const opened = await waitFor(find, optionTiming.entryWindowMs + patienceMs, 'the entry');
  const { entry } = opened;
  if (!entry) return opened;
  const delayMs = Date.parse(entry.published_at) - Date.parse(placed.received_at);
  terminal.show(`tick ${entry.sequence}: BTC ${entry.price}, published ${delayMs} ms after the order was received`);
  const isTimely = delayMs >= optionTiming.entryDelayMs && delayMs <= optionTiming.entryWindowMs;
  terminal.check(
    'it came after the order and within its window',
    isTimely && entry.sequence > placed.accepted_sequence,
  );
  terminal.check(
    `it runs until ${opened.expires_at}`,
    Date.parse(opened.expires_at!) === Date.parse(entry.published_at) + placed.duration_ms,
  );
  return opened;
}

async function ride(
  { terminal }: Stage,
  opened: OptionOrderMessage,
  { price, find }: { price: () => string | undefined; find: () => OptionOrderMessage | undefined },
): Promise<OptionOrderMessage> {
  const { entry } = opened;
  if (!entry) return opened;
  terminal.step('Wait for the end');
  const expiresMs = Date.parse(opened.expires_at!);
  while (Date.now() < expiresMs && !find()) {
    const now = price();
    const seconds = String(Math.ceil((expiresMs - Date.now()) / 1000)).padStart(2);
    terminal.running(`${seconds} s left: BTC ${now ?? '…'} against ${entry.price}, ${standing(now, entry.price)}`);
    await sleep(Math.min(1_000, Math.max(0, expiresMs - Date.now())));
  }
  const ended = await waitFor(find, optionTiming.exitWaitMs + patienceMs, 'the result');
  terminal.show(`the result was pushed ${Date.now() - expiresMs} ms after expiry`);
  return ended;
}

function standing(now: string | undefined, entry: string): string {
  if (now === undefined || units(now) === units(entry)) return 'level';
  return units(now) > units(entry) ? 'winning' : 'losing';
}

function judge({ terminal }: Stage, { entry, exit, result, paid, payout_rate, void_reason }: OptionOrderMessage): void {
  const staked = units(stake);
  if (!entry || !exit) {
    terminal.show(`no tick counted (${void_reason}): the stake goes back`);
    return terminal.check(`void, paid back ${paid}`, result === 'void' && units(paid!) === staked);
  }
  const [from, to] = [units(entry.price), units(exit.price)];
  const expected = to === from ? 'tie' : to > from ? 'win' : 'lose';
  terminal.show(`tick ${exit.sequence}: BTC ${exit.price}, published at ${exit.published_at}`);
  terminal.check(`${exit.price} against ${entry.price}: ${result}`, result === expected);
  // The stake has no decimals and the rate few: nothing is rounded here.
  const won = staked + (staked * units(payout_rate)) / units('1');
  const due = { win: won, lose: 0n, tie: staked }[expected];
  terminal.check(`paid ${paid} USDT`, units(paid!) === due);
}

async function waitFor<Value>(find: () => Value | undefined, withinMs: number, what: string): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (performance.now() > deadline)
      throw new Error(`Waited ${withinMs / 1000} s for ${what}, and nothing was pushed.`);
    await sleep(20);
  }
}
