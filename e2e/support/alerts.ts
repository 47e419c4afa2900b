// Alerts that the market reaches, and those that are left.
import { randomUUID } from 'node:crypto';
import { createAlert, deleteAlert, getMarketSummary, queryAlerts } from '@candor/wire';
import { need, type Account } from './accounts.ts';

/** An alert a little above the price and one a little below: a market that moves fires one of them. */
export async function setAround({ client }: Account, coin: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { coins } = need(await client.call(getMarketSummary, {}));
    const price = +coins.find((one) => one.coin === coin)!.price!;
    const at = (kind: 'above' | 'below', by: number) =>
      client.call(createAlert, { coin, kind, target: (price + by).toFixed(2) }, { idempotencyKey: randomUUID() });
    const made = [await at('above', 0.02), await at('below', -0.02)];
    if (made.every(({ ok }) => ok)) return;
  }
  throw new Error('the price moved past every alert before it was set');
}

export async function deleteWaiting({ client }: Account, coin: string): Promise<void> {
  for (const alert of need(await client.call(queryAlerts, {})).RESULT_LIST) {
    if (alert.coin === coin && alert.fired === null) await client.call(deleteAlert, { alert_id: alert.alert_id });
  }
}
