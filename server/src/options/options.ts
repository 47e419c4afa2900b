// Seconds options: what they offer.
import {
  coinOfCode,
  coinOfSymbol,
  formatAmount,
  getReceipt,
  parseAmount,
  parseWireId,
  queryOptionsConfig,
  queryOptionsOrderList,
  submitOptionsOrder,
  wireId,
  type Coin,
  type Uuid,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf, type Feature } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { fitsPrecision } from '../ledger/ledger.ts';
import type { Market } from '../market/market.ts';
import { openConfigs, type Configs } from './configs.ts';
import { issueReceipt } from './issue-receipt.ts';
import { orderMessage } from './order-message.ts';
import type { Ending, OptionOrder } from './order.ts';
import { placeOptionsOrder } from './place-order.ts';
import { profitOf } from './rules.ts';
import { findOrder, readOrders } from './store.ts';
import { watchOrders } from './watch-orders.ts';

export interface OptionsParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  /** Ed25519 secret key that signs receipts, hex. */
  signingKey: string;
  /** False where the law forbids options to retail customers. */
  isOffered: boolean;
}

const configsReloadMs = 10_000;

export function optionsFeature(parts: OptionsParts): Feature {
  const { pool, bus, hub } = parts;
  const configs = openConfigs(pool);
  const watch = watchOrders(parts);
  let reloader: NodeJS.Timeout | undefined;
  const message = (order: OptionOrder) =>
    orderMessage(order, {
      payoutRate: configs.version(order.configId, order.configVersion)!.payoutRate,
      coin: coinOfCode(order.coin)!,
    });

  return {
    name: 'options',
    calls: [
      bind(queryOptionsConfig, () => listOffer(parts.isOffered ? configs : undefined)),
      bindSelf(submitOptionsOrder, async (payload, { session, receivedAt, idempotencyKey, digest }) => {
        if (!parts.isOffered) refuse('options-off');
        const coin = pairOf(payload.pair_type);
        const stake = parseAmount(payload.trade_num) ?? refuse('amount-malformed', { field: 'trade_num' });
        if (!fitsPrecision(stake, 'USDT')) refuse('too-many-decimals', { field: 'trade_num', decimals: '4' });
        const config = configs.offer(payload.option_config_id) ?? refuse('options-config-unknown');
        const state = parts.market.state(coin.code);
        if (state !== 'live') refuse(state === 'halted' ? 'market-halted' : 'market-degraded');
        const order = {
          accountId: session.accountId,
          book: session.book,
          coin: coin.code,
          side: payload.trade_transaction_type === 1 ? ('up' as const) : ('down' as const),
          stake,
        };
        const placed = await parts.lanes.submit({
          command: placeOptionsOrder,
          accountId: session.accountId,
          book: session.book,
          input: { ...order, config, receivedAt, acceptedSequence: parts.market.lastTick(coin.code)!.sequence },
          idempotency: { key: idempotencyKey, digest },
          receivedAt,
        });
        const agreed = configs.version(config.configId, placed.configVersion) ?? config;
        return message({
          ...order,
          ...placed,
          profit: profitOf(stake, agreed.payoutRate),
          configId: agreed.configId,
          durationMs: agreed.durationMs,
          entry: null,
          expiresAt: null,
          exit: null,
          ending: null,
        });
      }),
      bindSelf(queryOptionsOrderList, async (payload, { session }) => {
        const { total, orders } = await readOrders(pool, {
          accountId: session.accountId,
          coin: payload.pair_type === '' ? '' : pairOf(payload.pair_type).code,
          isOpen: payload.trade_type === 1,
          limit: payload.pagesize,
          offset: (payload.current_page - 1) * payload.pagesize,
        });
        return { TOTAL: total, RESULT_LIST: orders.map(message) };
      }),
      bindSelf(getReceipt, async ({ kind, id }, { session }) => {
        const orderId = (kind === 'option' ? parseWireId('option', id) : undefined) ?? refuse('not-found');
        const order = await ownOrder(pool, session.accountId, orderId);
        if (!order.ending) refuse('not-settled');
        const config = configs.version(order.configId, order.configVersion)!;
        return issueReceipt(order as OptionOrder & { ending: Ending }, config, parts);
      }),
    ],
    async start() {
      await configs.load();
      bus.on('options.changed', (order) => {
        hub.notify(`account:${order.accountId}`, () => ({ action: 'option', notify: message(order) }));
      });
      await watch.start();
      reloader = setInterval(() => {
        configs.load().catch((error: unknown) => log.warn('option terms not reloaded', { error: String(error) }));
      }, configsReloadMs);
    },
    async stop() {
      clearInterval(reloader);
      await watch.stop();
    },
  };
}

function listOffer(configs: Configs | undefined) {
  const list = (configs?.offered() ?? []).map((config) => ({
    options_config_id: config.configId,
    config_version: config.version,
    duration_ms: config.durationMs,
    payout_rate: formatAmount(config.payoutRate),
    min: formatAmount(config.minStake),
    max: formatAmount(config.maxStake),
  }));
  return { TOTAL: list.length, RESULT_LIST: list };
}

const pairOf = (symbol: string): Coin => coinOfSymbol(symbol.toLowerCase()) ?? refuse('unknown-coin');

async function ownOrder(pool: Pool, accountId: Uuid, orderId: Uuid): Promise<OptionOrder> {
  return (await findOrder(pool, accountId, orderId)) ?? refuse('not-found', { id: wireId('option', orderId) });
}
