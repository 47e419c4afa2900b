// Customers whose alerts fire all the time and are delivered by mail and to a browser, while relay and push service are faulty.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addPushDevice,
  changeAlertSettings,
  createAlert,
  deleteAlert,
  getMarketSummary,
  queryAlertMessages,
  queryAlerts,
} from '@candor/wire';
import type { PushService } from '../../../server/test/support/neighbours/push-double.ts';
import { logIn, need, openCustomer, type Credentials } from '../customer.ts';
import type { Findings } from './findings.ts';

export interface Subscriber {
  /** Sets alerts close to the price until `isOver`. */
  play(isOver: () => boolean): Promise<void>;
  /** To be called after recovery: checks that each pushed message is readable by this browser. Resolves with the numbers of alerts and pushes. */
  check(): Promise<{ told: number; pushed: number }>;
}

const pauseMs = 500;
const callMs = 20_000;
const options = () => ({ signal: AbortSignal.timeout(callMs) });

export async function openSubscriber(
  url: string,
  { credentials, push, findings }: { credentials: Credentials; push: PushService; findings: Findings },
): Promise<Subscriber> {
  const customer = await openCustomer(url, credentials);
  const { client } = customer;
  const path = `/${credentials.email}`;
  const browser = push.browser(path);
  const device = { ...browser.device, language: 'en' };
  need(await client.call(addPushDevice, device), 'a browser for pushes');
  need(await client.call(changeAlertSettings, { mail: 'on' }), 'alerts by mail');

  /** One above and one below the price: one of them fires with the next ticks. */
  async function setAlerts(): Promise<void> {
    const summary = await client.call(getMarketSummary, {}, options());
    const coin = summary.ok ? summary.data.coins.find((each) => each.price !== null) : undefined;
    if (!coin) return;
    const price = Number(coin.price);
    for (const [kind, factor] of [
      ['above', 1.0002],
      ['below', 0.9998],
    ] as const) {
      const target = (price * factor).toFixed(price > 100 ? 1 : 3);
      const outcome = await client.call(createAlert, { coin: coin.coin, kind, target }, options());
      if (!outcome.ok && outcome.code === 'alert-limit') await clear();
      if (!outcome.ok && outcome.code === 'login-required') await logInAgain();
    }
  }

  /** A session that has ended takes its browsers along. */
  async function logInAgain(): Promise<void> {
    await logIn(client, customer);
    await client.call(addPushDevice, device, options());
  }

  async function clear(): Promise<void> {
    const alerts = await client.call(queryAlerts, {}, options());
    for (const { alert_id } of alerts.ok ? alerts.data.RESULT_LIST : []) {
      await client.call(deleteAlert, { alert_id }, options());
    }
  }

  return {
    async play(isOver) {
      while (!isOver()) {
        await setAlerts().catch(() => undefined);
        await sleep(pauseMs);
      }
    },
    async check() {
      const pushes = push.received(path);
      for (const { body } of pushes) noteUnreadable(() => browser.decrypt(body), findings);
      await logIn(client, customer);
      const told = need(await client.call(queryAlertMessages, { pagesize: 1 }), 'the messages of alerts').TOTAL;
      return { told, pushed: pushes.length };
    },
  };
}

function noteUnreadable(read: () => void, findings: Findings): void {
  try {
    read();
  } catch (error) {
    findings.add('a push that its browser can not read', String(error));
  }
}
