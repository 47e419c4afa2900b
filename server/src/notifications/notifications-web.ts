// Notifications where requests arrive: what is written and delivered, what customers read of it, and how they want it.
import {
  changeNoticeSwitch,
  changeQuietHours,
  parseWireId,
  queryNoticeSettings,
  queryNotifications,
  readNotifications,
  toInstant,
  unsubscribeMail,
  wireId,
  type NoticeChannel,
  type NoticeSettings,
  type Uuid,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { bind, bindSelf, type BoundCall } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { NoticeSource } from '../kit/notice.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { WebPart } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import type { Secrets } from '../kit/secrets.ts';
import { languageOf } from '../kit/texts.ts';
import { catalogueOf, goesBy, wayOf, wordsOf, type Catalogue } from './catalogue.ts';
import { deliverNotices } from './deliver-notices.ts';
import { deliveryCalls } from './delivery-calls.ts';
import type { DeliverOptions } from './delivery-outcome.ts';
import { isTimeZone } from './quiet-hours.ts';
import { countUnread, deleteToldBefore, markRead, readQuietHours, readSwitches, readToldOf, storeQuietHours, storeSwitch } from './store.ts'; // oxfmt-ignore
import { createUnsubscribeLinks } from './unsubscribe-links.ts';
import { writeNotices } from './write-notices.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** Something was told to this account, or read by it. */
    'notifications.changed': { accountId: Uuid };
  }
}

export interface NotificationsWebParts extends Omit<DeliverOptions, 'catalogue' | 'links'> {
  newId: () => Uuid;
  bus: Bus;
  hub: Hub;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
  noticeSources: () => readonly NoticeSource[];
}

const pruneEveryMs = 3_600_000;
const keptMs = 90 * 24 * 3_600_000;

type Parts = NotificationsWebParts & { catalogue: Catalogue; links: DeliverOptions['links'] };

export function notificationsWeb(given: NotificationsWebParts): WebPart {
  const { pool, clock, bus, hub, secrets, origin } = given;
  const sources = given.noticeSources();
  const keys = [secrets.pepper, ...(secrets.olderPeppers ?? [])];
  const parts = { ...given, catalogue: catalogueOf(sources), links: createUnsubscribeLinks({ keys, origin }) };
  const deliveries = deliverNotices(parts);
  const writing = writeNotices({
    ...parts,
    sources,
    onWritten(accountIds) {
      for (const accountId of accountIds) bus.emit('notifications.changed', { accountId });
      for (const each of deliveries) each.wake();
    },
  });

  bus.on('notifications.changed', ({ accountId }) => {
    if (!hub.openSessions().some((session) => session.accountId === accountId)) return;
    countUnread(pool, accountId).then(
      (unread) => hub.notify(`account:${accountId}`, () => ({ action: 'notification', notify: { unread } })),
      (error: unknown) => log.warn('a notification was not pushed to its sockets', { reason: reasonOf(error) }),
    );
  });

  return {
    jobs: [
      writing,
      ...deliveries,
      createJob({
        name: 'prune-notifications',
        role: 'web',
        every: pruneEveryMs,
        isShared: true,
        run: () => deleteToldBefore(pool, clock.now() - keptMs),
      }),
    ],
    calls: [...readCalls(parts), ...settingsCalls(parts), ...deliveryCalls(parts)],
  };
}

const readCalls = ({ pool, bus, catalogue }: Parts): BoundCall[] => [
  bindSelf(queryNotifications, async ({ language: code, ...page }, { session: { accountId } }) => {
    const language = languageOf(code);
    const found = await readToldOf(pool, accountId, page);
    const list = found.rows.flatMap(({ notificationId, kind, says, facts, path, at, isRead }) => {
      const listed = catalogue.get(kind);
      if (!listed) return [];
      const words = wordsOf(listed, { says, facts, language });
      const id = wireId('notification', notificationId);
      const { category } = listed;
      return [{ notification_id: id, kind, category, ...words, path, at: toInstant(at), is_read: isRead }];
    });
    return { ...answerPage(found, list), unread: await countUnread(pool, accountId) };
  }),
  bindSelf(readNotifications, async ({ up_to: upTo }, { session: { accountId } }) => {
    const id = parseWireId('notification', upTo) ?? refuse('not-found');
    if (await markRead(pool, accountId, id)) bus.emit('notifications.changed', { accountId });
    return { unread: await countUnread(pool, accountId) };
  }),
];

function settingsCalls({ pool, catalogue, links, addressOf }: Parts): BoundCall[] {
  async function settingsOf(accountId: Uuid, code: string): Promise<NoticeSettings> {
    const language = languageOf(code);
    const switches = await readSwitches(pool, [accountId]);
    const quiet = await readQuietHours(pool, accountId);
    const kinds = [...catalogue.values()].map((listed) => {
      const stateOf = (channel: NoticeChannel): NoticeSettings['kinds'][number]['push'] => {
        const way = wayOf(listed, channel);
        if (way === 'always' || way === 'never') return way;
        const switched = switches.find(({ kind, channel: by }) => kind === listed.kind && by === channel)?.isOn;
        return goesBy(listed, channel, switched) ? 'on' : 'off';
      };
      const name = listed.source.words[language][`${listed.kind}.name`]!;
      return { kind: listed.kind, category: listed.category, name, push: stateOf('push'), mail: stateOf('mail') };
    });
    return {
      kinds,
      quiet_hours: quiet ? { from: quiet.from, to: quiet.to, time_zone: quiet.timeZone } : null,
      can_mail: ((await addressOf(accountId))?.email ?? null) !== null,
    };
  }

  const isChoice = (kind: string, channel: NoticeChannel): boolean => {
    const listed = catalogue.get(kind);
    return listed !== undefined && ['on', 'off'].includes(wayOf(listed, channel));
  };

  return [
    bindSelf(queryNoticeSettings, ({ language }, { session }) => settingsOf(session.accountId, language)),
    bindSelf(changeNoticeSwitch, async ({ kind, channel, wanted, language }, { session: { accountId } }) => {
      if (!isChoice(kind, channel)) refuse('not-found');
      await storeSwitch(pool, { accountId, kind, channel, isOn: wanted === 'on' });
      return settingsOf(accountId, language);
    }),
    bindSelf(changeQuietHours, async ({ from, to, time_zone: timeZone, language }, { session: { accountId } }) => {
      if (!isTimeZone(timeZone)) refuse('malformed', { field: 'time_zone', problem: 'no such time zone' });
      await storeQuietHours(pool, accountId, from === to ? null : { from, to, timeZone });
      return settingsOf(accountId, language);
    }),
    bind(unsubscribeMail, async ({ token }) => {
      const read = links.read(token) ?? refuse('link-invalid');
      if (!isChoice(read.kind, 'mail')) refuse('link-invalid');
      await storeSwitch(pool, { ...read, channel: 'mail', isOn: false });
      return { kind: read.kind };
    }),
  ];
}
