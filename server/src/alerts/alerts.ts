// Price alerts: what they offer.
import {
  addPushDevice,
  alertLimits,
  changeAlertSettings,
  createAlert,
  deleteAlert,
  parseWireId,
  queryAlertMessages,
  queryAlerts,
  queryAlertSettings,
  readAlertMessages,
  removePushDevice,
  setAlertAgain,
  toInstant,
} from '@candor/wire';
import type { Uuid } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import { bindSelf, type Feature } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import { refuse } from '../kit/refuse.ts';
import { alertEntry, messageEntry } from './alert.ts';
import { deliverMessages } from './deliver-messages.ts';
import type { DeliveryOptions } from './deliver-messages.ts';
import { countDevices, deleteDevice, readWantsMail, storeDevice, storeWantsMail } from './delivery-store.ts';
import { dropAlert, makeAlert, setAgain } from './set-alert.ts';
import { countUnread, deleteMessagesBefore, markRead, readAlerts, readMessages } from './store.ts';
import { watchAlerts } from './watch-alerts.ts';
import type { WatchOptions } from './watch-alerts.ts';

export interface AlertParts extends DeliveryOptions, Omit<WatchOptions, 'onFired'> {
  hub: Hub;
}

const pruneEveryMs = 3_600_000;
const messagesKeptMs = 90 * 24 * 3_600_000;

export function alertsFeature(parts: AlertParts): Feature {
  const { pool, clock, hub, push, addressOf } = parts;
  const deliveries = deliverMessages(parts);
  const watch = watchAlerts({
    ...parts,
    onFired(told) {
      for (const one of told) {
        hub.notify(`account:${one.accountId}`, () => ({ action: 'alert', notify: messageEntry(one) }));
      }
      deliveries.wake();
    },
  });
  const setting = { ...parts, watch };
  let pruning: NodeJS.Timeout | undefined;

  const settingsOf = async (accountId: Uuid) => ({
    wants_mail: await readWantsMail(pool, accountId),
    can_mail: await canMail(accountId),
    push_key: push.publicKey,
  });
  const canMail = async (accountId: Uuid): Promise<boolean> => ((await addressOf(accountId))?.email ?? null) !== null;

  return {
    name: 'alerts',
    calls: [
      bindSelf(createAlert, async (payload, context) => alertEntry(await makeAlert(payload, context, setting))),
      bindSelf(queryAlerts, async (_payload, { session }) => {
        const alerts = await readAlerts(pool, session.accountId);
        return { TOTAL: alerts.length, RESULT_LIST: alerts.map(alertEntry) };
      }),
      bindSelf(setAlertAgain, async ({ alert_id }, { session: { accountId } }) =>
        alertEntry(await setAgain({ accountId, wireId: alert_id }, setting)),
      ),
      bindSelf(deleteAlert, async ({ alert_id }, { session: { accountId } }) => {
        await dropAlert({ accountId, wireId: alert_id }, setting);
        return { alert_id };
      }),
      bindSelf(queryAlertMessages, async ({ pagesize, current_page }, { session: { accountId } }) => {
        const offset = (current_page - 1) * pagesize;
        const { total, messages } = await readMessages(pool, { accountId, limit: pagesize, offset });
        const unread = await countUnread(pool, accountId);
        return { TOTAL: total, RESULT_LIST: messages.map(messageEntry), unread, now: toInstant(clock.now()) };
      }),
      bindSelf(readAlertMessages, async ({ up_to }, { session: { accountId } }) => {
        await markRead(pool, accountId, parseWireId('alertMessage', up_to) ?? refuse('not-found'));
        return { unread: await countUnread(pool, accountId) };
      }),
      bindSelf(queryAlertSettings, (_payload, { session }) => settingsOf(session.accountId)),
      bindSelf(changeAlertSettings, async ({ mail }, { session: { accountId } }) => {
        if (mail === 'on' && !(await canMail(accountId))) refuse('alert-no-mail');
        await storeWantsMail(pool, accountId, mail === 'on');
        return settingsOf(accountId);
      }),
      bindSelf(addPushDevice, async (payload, { session: { accountId, sessionId } }) => {
        if (!push.accepts(payload.endpoint)) refuse('push-endpoint');
        const device = { ...payload, accountId, sessionId };
        const devicesMax = alertLimits.pushDevices;
        await inTransaction(pool, (database) => storeDevice(database, { device, at: clock.now(), devicesMax }));
        return { devices: await countDevices(pool, accountId) };
      }),
      bindSelf(removePushDevice, async ({ endpoint }, { session: { accountId } }) => {
        await deleteDevice(pool, accountId, endpoint);
        return { devices: await countDevices(pool, accountId) };
      }),
    ],
    async start() {
      await watch.start();
      deliveries.start();
      pruning = setInterval(prune, pruneEveryMs).unref();
    },
    async stop() {
      clearInterval(pruning);
      await watch.stop();
      await deliveries.stop();
    },
  };

  function prune(): void {
    deleteMessagesBefore(pool, clock.now() - messagesKeptMs).catch((error: unknown) =>
      log.warn('old alert messages not deleted', { error: String(error) }),
    );
  }
}
