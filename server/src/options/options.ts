// Seconds options: what they offer.
import {
  coinOfCode,
  formatAmount,
  parseWireId,
  queryOptionsConfig,
  queryOptionsOrderList,
  submitOptionsOrder,
  type OptionOrderMessage,
  type OptionReceipt,
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
import type { Market } from '../market/market.ts';
import { openConfigs, type Configs } from './configs.ts';
import { withItsEntry } from './find-entry.ts';
import { issueReceipt } from './issue-receipt.ts';
import { orderMessage } from './order-message.ts';
import type { Ending, OptionOrder, OptionsConfig } from './order.ts';
import { findOrder, readOrders } from './store.ts';
import { pairOf } from '../market/pair-of.ts';
import { takeOrder } from './take-order.ts';
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
  /** False where options are forbidden to retail customers. */
  isOffered: () => boolean;
}

export interface OptionsFeature extends Feature {
  receiptOf(accountId: Uuid, orderId: string): Promise<OptionReceipt>;
}

const configsReloadMs = 10_000;

export function optionsFeature(parts: OptionsParts): OptionsFeature {
  const { pool, bus, hub } = parts;
  const configs = openConfigs(pool);
  const watch = watchOrders(parts);
  let reloader: NodeJS.Timeout | undefined;
  let unsubscribe = (): void => {};

  function message(order: OptionOrder): OptionOrderMessage | Promise<OptionOrderMessage> {
    const terms = configs.agreed(order);
    return terms instanceof Promise ? terms.then((loaded) => messageOf(order, loaded)) : messageOf(order, terms);
  }

  return {
    name: 'options',
    calls: [
      bind(queryOptionsConfig, () => listOffer(parts.isOffered() ? configs : undefined)),
      bindSelf(submitOptionsOrder, async (payload, context) =>
        message(await takeOrder(payload, context, { ...parts, configs })),
      ),
      bindSelf(queryOptionsOrderList, async (payload, { session }) => {
        const { total, orders } = await readOrders(pool, {
          accountId: session.accountId,
          coin: payload.pair_type === '' ? '' : pairOf(payload.pair_type).code,
          isOpen: payload.trade_type === 1,
          limit: payload.pagesize,
          offset: (payload.current_page - 1) * payload.pagesize,
        });
        const messages = orders.map(async (order) => message(await withItsEntry(parts.market, order)));
        return { TOTAL: total, RESULT_LIST: await Promise.all(messages) };
      }),
    ],
    async receiptOf(accountId, id) {
      const orderId = parseWireId('option', id) ?? refuse('not-found');
      const order = (await findOrder(pool, accountId, orderId)) ?? refuse('not-found');
      if (!order.ending) refuse('not-settled');
      return issueReceipt(order as OptionOrder & { ending: Ending }, await configs.agreed(order), parts);
    },
    async start() {
      await configs.load();
      unsubscribe = bus.on('options.changed', push);
      await watch.start();
      reloader = setInterval(() => {
        configs.load().catch((error: unknown) => log.warn('option terms not reloaded', { error: String(error) }));
      }, configsReloadMs);
    },
    async stop() {
      clearInterval(reloader);
      unsubscribe();
      await watch.stop();
    },
  };

  /** To the owner's sockets, if there are any. */
  function push(order: OptionOrder): void {
    const terms = configs.agreed(order);
    if (!(terms instanceof Promise)) return notify(order, terms);
    terms.then(
      (loaded) => notify(order, loaded),
      (error: unknown) => log.warn('an order was not told to its owner', { error: String(error) }),
    );
  }

  function notify(order: OptionOrder, terms: OptionsConfig): void {
    hub.notify(`account:${order.accountId}`, () => ({ action: 'option', notify: messageOf(order, terms) }));
  }
}

const messageOf = (order: OptionOrder, { payoutRate }: OptionsConfig): OptionOrderMessage =>
  orderMessage(order, { payoutRate, coin: coinOfCode(order.coin)! });

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
