// An option placed past the screens, for those that show it.
import { queryOptionsConfig, queryOptionsOrderList, submitOptionsOrder } from '@candor/wire';
import { need, placed, type Account } from './accounts.ts';

/** 10 USDT on a higher Bitcoin in 30 seconds; its id. */
export async function placeOrder({ client, accountId }: Account): Promise<string> {
  const terms = need(await client.call(queryOptionsConfig, {})).RESULT_LIST;
  const config = terms.find(({ duration_ms: ms }) => ms === 30_000);
  const order = await placed(() =>
    client.call(submitOptionsOrder, {
      pair_type: 'btcusdt',
      trade_user_id: accountId,
      trade_num: '10',
      option_config_id: config!.options_config_id,
      trade_transaction_type: 1,
    }),
  );
  return order.option_order_id;
}

/** Running and ended ones. */
export async function ordersOf({ client, accountId }: Account) {
  const asked = [1, 0].map((trade_type) =>
    client.call(queryOptionsOrderList, { trade_user_id: accountId, trade_type }),
  );
  return (await Promise.all(asked)).flatMap((answer) => need(answer).RESULT_LIST);
}

export async function isSettled({ client, accountId }: Account, orderId: string): Promise<boolean> {
  const ended = need(await client.call(queryOptionsOrderList, { trade_user_id: accountId, trade_type: 0 }));
  return ended.RESULT_LIST.some(({ option_order_id }) => option_order_id === orderId);
}
