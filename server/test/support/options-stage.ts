// Seconds options on a stage of their own.
import assert from 'node:assert/strict';
import { parseWireId, queryOptionsOrderList, submitOptionsOrder, wireId } from '@candor/wire';
import type { OptionOrderMessage, OptionReceipt, Uuid } from '@candor/wire';
import { Refusal } from '../../src/kit/refuse.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import type { OptionGaps } from '../../src/options/count-gaps.ts';
import type { OptionOrder } from '../../src/options/order.ts';
import { optionsWeb, type OptionsWebParts } from '../../src/options/options-web.ts';
import { optionsEngine, type OptionsEngine } from '../../src/options/options-engine.ts';
import { openProductStage, withEngine } from './product-stage.ts';
import type { Caller, JobRunner, ProductStage, StageSettings } from './product-stage.ts';
import type { ScriptedMarket } from './scripted-market.ts';

export interface Wanted extends Caller {
  stake?: string;
  side?: 'up' | 'down';
}

/** What an order that was placed is known by. */
export type Placed = Pick<OptionOrderMessage, 'option_order_id'>;

export interface OptionsStage extends JobRunner, Omit<ProductStage<OptionsProduct>, 'ask' | 'product' | 'end'> {
  place(wanted: Wanted): Promise<OptionOrderMessage>;
  /** The order as it was told once it had ended. */
  ended(order: Placed): Promise<OptionOrder>;
  list(accountId: Uuid, tradeType: number): Promise<OptionOrderMessage[]>;
  receipt(accountId: Uuid, orderId: string): Promise<OptionReceipt>;
  /** Of the feature that runs now. */
  gaps(): OptionGaps;
  close(): Promise<void>;
}

/** What customers ask for and what ticks and time do, in one process. */
type OptionsProduct = ReturnType<typeof optionsWeb> & Pick<OptionsEngine, 'gaps'> & JobRunner;
function optionsProduct(parts: Omit<OptionsWebParts, 'conduct'> & { market: ScriptedMarket }): OptionsProduct {
  const engine = optionsEngine(parts);
  return {
    ...withEngine(optionsWeb({ ...parts, conduct: { inForce: () => ({ areOptionsOffered: true }) } }), engine),
    gaps: engine.gaps,
  };
}

export async function openOptionsStage(options: StageSettings): Promise<OptionsStage> {
  const { ask, product, end, ...stage } = await openProductStage(options, ({ ledger, ...parts }) =>
    optionsProduct({ ...ledger, ...parts }),
  );
  const endings = new Map<Uuid, OptionOrder>();
  stage.ledger.bus.on('options.changed', (order) => order.ending && endings.set(order.orderId, order));

  return {
    ...stage,
    place(wanted) {
      const { accountId, stake = '10', side = 'up' } = wanted;
      const payload = {
        pair_type: 'btcusdt',
        trade_user_id: wireId('account', accountId),
        trade_num: stake,
        option_config_id: '1',
        trade_transaction_type: side === 'up' ? 1 : 2,
      };
      return ask(submitOptionsOrder, payload, wanted);
    },
    async ended({ option_order_id }) {
      const orderId = parseWireId('option', option_order_id)!;
      const ending = await readUntil(`${option_order_id} has ended`, () => endings.get(orderId), (order) => order !== undefined, { everyMs: 2 }); // oxfmt-ignore
      return ending!;
    },
    async list(accountId, tradeType) {
      const payload = { trade_user_id: wireId('account', accountId), trade_type: tradeType, pagesize: 100 };
      return (await ask<{ RESULT_LIST: OptionOrderMessage[] }>(queryOptionsOrderList, payload, { accountId }))
        .RESULT_LIST;
    },
    receipt: (accountId, id) => product().receipts.option(accountId, id),
    gaps: () => product().gaps(),
    runJob: (name) => product().runJob(name),
    close: end,
  };
}

/** The code that a call is refused with. */
export async function refusedWith(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal, `not refused: ${String(error)}`);
  return error.code;
}
