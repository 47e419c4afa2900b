// The shop where requests arrive: what it answers, what it pushes to owners, and what operators do with it.
import { addressLines, formatAmount, givePrizeAddress, listPrizes, orderTicket, parseWireId, rolesFor, sendPrize, takePrizeWorth, wireId, type AddressLine, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { LRUCache } from 'lru-cache';
import type { Hub } from '../feed/hub.ts';
import type { Bus, Events } from '../kit/bus.ts';
import { bindSelf, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { createSealing, type Sealing } from '../kit/sealing.ts';
import type { Secrets } from '../kit/secrets.ts';
import { submitOwn } from '../ledger/submit-own.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import { buyTicket } from './buy-ticket.ts';
import { openBeacon, type BeaconParts } from './beacon.ts';
import { givePrizeAddressTo, takeWorth } from './end-prize.ts';
import { shopActs } from './shop-acts.ts';
import { shopDesk, type DeskParts } from './shop-desk.ts';
import { sendPrizeByTwo } from './send-prize.ts';
import { shopReads } from './shop-reads.ts';
import { countDeliveries, findTicket, readOffer, readPrizes, readVip, type Offer } from './store.ts';
import { changedTicket } from './ticket.ts';

export interface ShopWebParts extends BeaconParts, Omit<DeskParts, 'sealing'> {
  bus: Bus;
  hub: Hub;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
}

type Told = Events['tickets.changed'];

export function shopWeb(parts: ShopWebParts): WebPart {
  const { pool, hub } = parts;
  const sealing = createSealing(parts.secrets, 'shop');
  let unsubscribe = (): void => {};

  function push({ accountId, ticketId, periodId, state, paid }: Told): void {
    const notify = { order_id: wireId('ticket', ticketId), periods_id: wireId('period', periodId), state, paid: paid === null ? null : formatAmount(paid) }; // oxfmt-ignore
    hub.notify(`account:${accountId}`, () => ({ action: 'ticket', notify }));
  }

  return {
    queues: [
      {
        name: 'prizes',
        list: listPrizes,
        decidedBy: rolesFor(sendPrize),
        count: () => countDeliveries(pool),
      },
    ],
    acts: [...shopActs({ ...parts, source: openBeacon(parts) }), sendPrizeByTwo({ ...parts, sealing })],
    calls: [...ownCalls(parts, sealing), ...shopReads(pool), ...shopDesk({ ...parts, sealing })],
    async start() {
      unsubscribe = tellOwners(parts, { names: ['tickets.changed'], what: 'a ticket', find, push });
    },
    stop: () => unsubscribe(),
  };
}

async function find(pool: Pool, accountId: Uuid, ticketId: Uuid): Promise<Told | undefined> {
  const ticket = await findTicket(pool, accountId, ticketId);
  return ticket && changedTicket(ticket).payload;
}

/** What customers do with tickets and prizes. */
function ownCalls({ pool, lanes }: Pick<ShopWebParts, 'pool' | 'lanes'>, sealing: Sealing): BoundCall[] {
  /** What a period is of never changes: a rush on one asks the database once. */
  const offers = new LRUCache<Uuid, Promise<Offer | undefined>>({ max: 1_000 });

  const submit = submitOwn(lanes);

  function offerOf(periodId: Uuid): Promise<Offer | undefined> {
    const known = offers.get(periodId);
    if (known) return known;
    const reading = readOffer(pool, periodId);
    offers.set(periodId, reading);
    const forget = (): void => void offers.delete(periodId);
    reading.then((offer) => offer ?? forget(), forget);
    return reading;
  }

  async function ownPrize(accountId: Uuid, id: string): Promise<Uuid> {
    const ticketId = parseWireId('ticket', id) ?? refuse('not-found');
    const [prize] = await readPrizes(pool, [ticketId]);
    return prize?.accountId === accountId ? ticketId : refuse('not-found');
  }

  return [
    bindSelf(orderTicket, async ({ good_id: goodId, periods_id: id }, context) => {
      const { accountId, book } = context.session;
      if (book !== 'real') refuse('shop-real-only');
      const periodId = parseWireId('period', id) ?? refuse('not-found');
      const offer = await offerOf(periodId);
      if (offer?.goodId !== goodId) return refuse('not-found');
      const { level } = offer;
      const vip = level === 0 ? 0 : await readVip(pool, accountId);
      return submit(buyTicket, { accountId, periodId, level, vip }, context);
    }),
    bindSelf(givePrizeAddress, async ({ user_id: _, order_id: id, ...lines }, context) => {
      const prizeId = await ownPrize(context.session.accountId, id);
      const sealed = sealing.seal(Buffer.from(JSON.stringify(addressOf(lines))), prizeId);
      return submit(givePrizeAddressTo, { prizeId, sealed }, context);
    }),
    bindSelf(takePrizeWorth, async ({ order_id: id }, context) =>
      submit(takeWorth, { prizeId: await ownPrize(context.session.accountId, id) }, context),
    ),
  ];
}

/** Every line is there but the phone, which may be left out. */
function addressOf(typed: Readonly<Record<AddressLine, string>>): Record<AddressLine, string> {
  const lines = Object.entries(addressLines) as [AddressLine, number][];
  return Object.fromEntries(
    lines.map(([line, max]) => {
      const text = typed[line].replace(/\p{Cc}/gu, ' ').trim();
      const isThere = text !== '' || line === 'phone';
      return isThere && text.length <= max ? [line, text] : refuse('address-malformed', { field: line });
    }),
  ) as Record<AddressLine, string>;
}
