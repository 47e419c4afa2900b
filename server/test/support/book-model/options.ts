import { wad } from '@candor/wire';
import { optionOrders, type OptionOrder, type OptionsConfig } from '../../../src/options/order.ts';
import { placeOptionsOrder } from '../../../src/options/place-order.ts';
import { canEnter, entered, entryWindow, exitDeadline, exitRuleOf } from '../../../src/options/rules.ts';
import { settleOptionsOrder } from '../../../src/options/settle-order.ts';
import type { TickPoint } from '../../../src/market/archive/tick-point.ts';
import type { Asked } from './memory-ledger.ts';
import { ask, pick, playedCoins, usdtOf, type ModelProduct, type ModelStage } from './stage.ts';

/** As the second version of the first terms has it. */
const config: OptionsConfig = {
  configId: '1',
  version: 2,
  durationMs: 30_000,
  payoutRate: wad('0.85'),
  minStake: wad('10'),
  maxStake: wad('5000'),
  exitWaitMs: 10_000,
  isOffered: true,
};

export const options: ModelProduct = {
  plays: [
    {
      command: placeOptionsOrder,
      weight: 3,
      play(stage, actor, draw) {
        const coin = pick(draw, playedCoins);
        const terms = { coin, side: pick(draw, ['up', 'down'] as const), stake: usdtOf(draw, 10, 4_000) };
        const at = { receivedAt: stage.now, acceptedSequence: stage.tick(coin).sequence, marketState: 'live' } as const;
        return ask(placeOptionsOrder, actor, { ...actor, ...terms, config, ...at });
      },
    },
  ],
  engines: [
    {
      commands: [settleOptionsOrder],
      due: (stage) =>
        stage.ledger.rows(optionOrders).flatMap((order) => (order.ending ? [] : (settlementOf(stage, order) ?? []))),
    },
  ],
};

function settlementOf(stage: ModelStage, order: OptionOrder): Asked | undefined {
  const { orderId } = order;
  const ticks = stage.ticks.get(order.coin)!;
  const end = (entry: TickPoint | null, exit?: TickPoint): Asked =>
    ask(settleOptionsOrder, order, { orderId, entry, exit });
  const entry = ticks.find((tick) => canEnter(order, tick));
  if (!entry) return stage.now > entryWindow(order.receivedAt).to ? end(null) : undefined;
  const running = entered(order, entry);
  if (stage.now < running.expiresAt!) return undefined;
  const last = ticks.findLast((tick) => tick.publishedAt <= running.expiresAt!)!;
  if (exitRuleOf(last, running)) return end(entry, last);
  const next = ticks.find((tick) => tick.publishedAt > running.expiresAt!);
  if (next && exitRuleOf(next, running)) return end(entry, next);
  return stage.now >= exitDeadline(running) ? end(entry) : undefined;
}
