// Options where requests arrive: what they answer, and what they push to their owners.
import {
  coinOfCode,
  formatAmount,
  getOptionGaps,
  parseWireId,
  queryOptionsConfig,
  queryOptionsOrderList,
  submitOptionsOrder,
  type OptionOrderMessage,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { answerPage } from '../kit/paged-list.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import type { Market } from '../market/market.ts';
import { openConfigs, type Configs } from './configs.ts';
import { countGaps } from './gap-store.ts';
import { withItsEntry } from './find-entry.ts';
import { issueReceipt } from './issue-receipt.ts';
import { orderMessage } from './order-message.ts';
import type { Ending, OptionOrder, OptionsConfig } from './order.ts';
import { findOrder, readOrders } from './store.ts';
import { filterOf, historyCalls } from './order-history.ts';
import { submitOrder } from './submit-order.ts';

export interface OptionsWebParts {
  pool: Pool;
  market: Market;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  /** Ed25519 secret key that signs receipts, hex. */
  signingKey: string;
  /** Options may be forbidden to retail customers. */
  conduct: { inForce: () => { areOptionsOffered: boolean } };
}

const gapsShownMs = 24 * 3_600_000;

export function optionsWeb(parts: OptionsWebParts) {
  const { pool, hub } = parts;
  const configs = openConfigs(pool);
  const isOffered = (): boolean => parts.conduct.inForce().areOptionsOffered;
  let unsubscribe = (): void => {};

  const message = async (order: OptionOrder): Promise<OptionOrderMessage> =>
    messageOf(order, await configs.agreed(order));

  return {
    jobs: [configs.reload('web')],
    calls: [
      bind(queryOptionsConfig, () => listOffer(isOffered() ? configs : undefined)),
      bind(getOptionGaps, async () => {
        const { voids, lateExits } = await countGaps(pool, parts.clock.now() - gapsShownMs);
        return { voids, late_exits: lateExits };
      }),
      bindSelf(submitOptionsOrder, async (payload, context) =>
        message(await submitOrder(payload, context, { ...parts, configs, isOffered })),
      ),
      bindSelf(queryOptionsOrderList, async (payload, { session }) => {
        const filter = filterOf(session.accountId, payload, payload.trade_type === 1);
        const found = await readOrders(pool, filter, payload);
        const list = await Promise.all(found.rows.map(async (row) => message(await withItsEntry(parts.market, row))));
        return answerPage(found, list);
      }),
      ...historyCalls(pool),
    ],
    receipts: {
      async option(accountId, id) {
        const orderId = parseWireId('option', id) ?? refuse('not-found');
        const order = (await findOrder(pool, accountId, orderId)) ?? refuse('not-found');
        if (!order.ending) refuse('not-settled');
        return issueReceipt(order as OptionOrder & { ending: Ending }, await configs.agreed(order), parts);
      },
    },
    async start() {
      await configs.load();
      unsubscribe = tellOwners(parts, { names: ['options.placed', 'options.changed'], what: 'an order', find, push });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  async function find(...named: Parameters<typeof findOrder>): Promise<OptionOrder | undefined> {
    const order = await findOrder(...named);
    return order && withItsEntry(parts.market, order);
  }

  function push(order: OptionOrder): void {
    configs.agreed(order).then(
      (terms) => notify(order, terms),
      (error: unknown) => log.warn('an order was not told to its owner', { error: reasonOf(error) }),
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
    exit_wait_ms: config.exitWaitMs,
  }));
  return { TOTAL: list.length, RESULT_LIST: list };
}
