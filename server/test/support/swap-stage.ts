// Swaps on a stage of their own: a house that holds coins, and prices that the test writes.
import {
  wireId,
  cancelExchange,
  findExchangeList,
  getExchangeRate,
  submitExchange,
  submitLimitExchange,
} from '@candor/wire';
import type { AssetCode, SwapOrderMessage, Uuid } from '@candor/wire';
import type { z } from 'zod';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { intakeOf } from '../../src/ledger/intake.ts';
import { swapEngine } from '../../src/swap/swap-engine.ts';
import { swapWeb } from '../../src/swap/swap-web.ts';
import { payIntoHouse } from './pay-into-house.ts';
import { openProductStage, withEngine, type Caller, type ProductStage, type StageSettings } from './product-stage.ts';

export type Quote = z.output<typeof getExchangeRate.reply>;
type Product = ReturnType<typeof swapWeb>;

export interface SwapStage extends Omit<ProductStage<Product>, 'end'> {
  quote(caller: Caller, from: AssetCode, to: AssetCode, amount: string, of?: 'base' | 'quote'): Promise<Quote>;
  accept(caller: Caller, quote: Quote, changed?: object): Promise<SwapOrderMessage>;
  limit(caller: Caller, order: { from: AssetCode; to: AssetCode; amount: string; price: string; hours?: number }): Promise<SwapOrderMessage>;
  cancel(caller: Caller, order: SwapOrderMessage): Promise<SwapOrderMessage>;
  list(accountId: Uuid, filter?: object): Promise<SwapOrderMessage[]>;
  /** The order as it is once it has ended. */
  ended(accountId: Uuid, order: SwapOrderMessage): Promise<SwapOrderMessage>;
  close(): Promise<void>;
} // oxfmt-ignore

export async function openSwapStage(
  settings: StageSettings,
  inventory: Partial<Record<AssetCode, string>>,
): Promise<SwapStage> {
  const { end, ...stage } = await openProductStage(settings, ({ ledger, ...parts }) =>
    withEngine(
      swapWeb({ ...ledger, ...parts }),
      swapEngine({ ...ledger, ...parts, intake: intakeOf(ledger.lanes), epoch: 0 }),
    ),
  );
  const { ledger } = stage;
  for (const [coin, amount] of Object.entries(inventory))
    await payIntoHouse(ledger, { coin: coin as AssetCode, amount });
  const pairOf = (from: AssetCode, to: AssetCode): object => ({ baseCurrency: from, quoteCurrency: to });
  const idOf = (accountId: Uuid): string => wireId('account', accountId);

  async function list(accountId: Uuid, filter = {}): Promise<SwapOrderMessage[]> {
    const payload = { account_id: idOf(accountId), ...filter };
    return (await stage.ask<{ RESULT_LIST: SwapOrderMessage[] }>(findExchangeList, payload, { accountId })).RESULT_LIST;
  }

  return {
    ...stage,
    quote: (caller, from, to, amount, of = 'base') =>
      stage.ask(getExchangeRate, { ...pairOf(from, to), amount, amount_of: of }, caller),
    accept: (caller, { quote_id, baseCurrency, quoteCurrency }, changed = {}) => {
      const payload = { account_id: idOf(caller.accountId), quote_id, baseCurrency, quoteCurrency, ...changed };
      return stage.ask(submitExchange, payload, caller);
    },
    limit: (caller, { from, to, ...order }) =>
      stage.ask(submitLimitExchange, { account_id: idOf(caller.accountId), ...pairOf(from, to), ...order }, caller),
    cancel: (caller, { exchange_id }) => stage.ask(cancelExchange, { exchange_id }, caller),
    list,
    async ended(accountId, { exchange_id }) {
      const read = async () => (await list(accountId)).find((each) => each.exchange_id === exchange_id);
      const hasEnded = (order: Awaited<ReturnType<typeof read>>): boolean =>
        order !== undefined && order.status !== 'pending';
      return (await readUntil(`${exchange_id} ends`, read, hasEnded, { everyMs: 5 }))!;
    },
    close: end,
  };
}
