// Price alerts: the watch over them, what they answer, and the deliveries of what they say.
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
import type { Bus } from '../kit/bus.ts';
import { bindSelf } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { WebPart } from '../kit/product.ts';
import { isPushKey } from '../kit/push.ts';
import { refuse } from '../kit/refuse.ts';
import { alertEntry, messageEntry, type Told } from './alert.ts';
import { deliverMessages } from './deliver-messages.ts';
import type { DeliveryOptions } from './deliver-messages.ts';
import { countDevices, deleteDevice, readMailSetting, storeDevice, storeWantsMail } from './delivery-store.ts';
import { dropAlert, makeAlert, setAgain } from './set-alert.ts';
import { countUnread, deleteMessagesBefore, markRead, readAlerts, readMessages } from './store.ts';
import { watchAlerts } from './watch-alerts.ts';
import type { WatchOptions } from './watch-alerts.ts';

export interface AlertsWebParts extends DeliveryOptions, Omit<WatchOptions, 'onFired'> {
  hub: Hub;
  bus: Bus;
}

declare module '../kit/bus.ts' {
  interface Events {
    /** Stored, by the one web process that came first. */
    'alerts.fired': { told: readonly Told[] };
  }
}

const pruneEveryMs = 3_600_000;
const messagesKeptMs = 90 * 24 * 3_600_000;

export function alertsWeb(parts: AlertsWebParts): WebPart {
  const { pool, clock, hub, push, addressOf } = parts;
  const deliveries = deliverMessages(parts);
  const watch = watchAlerts({
    ...parts,
    onFired(told) {
      parts.bus.emit('alerts.fired', { told });
      for (const each of deliveries) each.wake();
    },
  });
  parts.bus.on('alerts.fired', ({ told }) => {
    for (const one of told) {
      hub.notify(`account:${one.accountId}`, () => ({ action: 'alert', notify: messageEntry(one) }));
    }
  });
  const setting = { ...parts, watch };

  const settingsOf = async (accountId: Uuid) => {
    const { wantsMail, mailsOfDay } = await readMailSetting(pool, accountId, clock.now());
    return {
      wants_mail: wantsMail,
      can_mail: await canMail(accountId),
      mails_left: Math.max(0, alertLimits.mailsPerDay - mailsOfDay),
      push_key: push.publicKey,
    };
  };
  const canMail = async (accountId: Uuid): Promise<boolean> => ((await addressOf(accountId))?.email ?? null) !== null;

  return {
    jobs: [
      ...watch.jobs!,
      ...deliveries,
      createJob({
        name: 'prune-alert-messages',
        role: 'web',
        every: pruneEveryMs,
        isShared: true,
        run: () => deleteMessagesBefore(pool, clock.now() - messagesKeptMs),
      }),
    ],
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
      bindSelf(queryAlertMessages, async (page, { session: { accountId } }) => {
        const found = await readMessages(pool, accountId, page);
        const unread = await countUnread(pool, accountId);
        return { ...answerPage(found, found.rows.map(messageEntry)), unread, now: toInstant(clock.now()) };
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
        if (!isPushKey(payload.p256dh)) refuse('malformed', { field: 'p256dh' });
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
    start: watch.start!,
    async stop() {
      await watch.stop!();
      push.close();
    },
  };
}
