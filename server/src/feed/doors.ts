// Who gets in. Guests count for their address and their site, customers with a session for their account: a crowd at one address takes nothing
// from customers at the same address, and a crowd of guests nothing from any customer.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketRefusal } from './meters.ts';
import { createAddressRoom, createRoom } from './room.ts';
import type { SessionSockets, SocketSession } from './session-sockets.ts';
import type { SocketLimits } from './socket-limits.ts';
import { within } from './within.ts';
import { workOf, type WorkBudget } from './work-budget.ts';

/** A place that was taken; how it is given up changes once the socket is open. */
export interface Place {
  giveUp(): void;
}

export interface Visitor {
  session: SocketSession | undefined;
  /** In whose name its work is written down. */
  debtor: string;
  place: Place;
}

export interface DoorsOptions<Socket> {
  limits: SocketLimits;
  budget: WorkBudget;
  sessions: SessionSockets<Socket>;
  addressOf: (request: IncomingMessage) => string;
}

export interface Knock {
  request: IncomingMessage;
  stream: Duplex;
  /** The session that the request carries, if any. */
  findSession: () => Promise<SocketSession | undefined>;
  open: (visitor: Visitor) => void;
  refuse: (reason: SocketRefusal) => void;
}

export interface Doors {
  /** Opens or refuses; the place is free again when the stream has closed. */
  knock(knock: Knock): Promise<void>;
  readonly customers: number;
  readonly guests: number;
}

/** Sessions that are looked up at once for one address. */
const lookUpsEach = 8;
const lookUpMaxMs = 5_000;

export function createDoors<Socket>(options: DoorsOptions<Socket>): Doors {
  const { limits, budget, sessions, addressOf } = options;
  const guests = createAddressRoom<Place>(limits.guests, (place) => place.giveUp());
  const customers = createRoom<Place>(limits.customers, (place) => place.giveUp());
  const lookUps = createAddressRoom<Duplex>({ places: Infinity, placesEach: lookUpsEach }, () => undefined);

  function enter(stream: Duplex, visitor: Omit<Visitor, 'place'>, holder: string): Visitor | SocketRefusal {
    const room = visitor.session ? customers : guests;
    const place: Place = { giveUp: () => stream.destroy() };
    // One that was lost meanwhile would never leave again.
    if (stream.destroyed) return 'failed';
    if (!room.enter(holder, place)) {
      const isOwnFault = room.size < limits[visitor.session ? 'customers' : 'guests'].places;
      return isOwnFault ? (visitor.session ? 'account' : 'address') : 'full';
    }
    stream.once('close', () => room.leave(holder, place));
    budget.spend(visitor.debtor, workOf.handshake);
    return { ...visitor, place };
  }

  return {
    async knock({ request, stream, findSession, open, refuse }) {
      const address = addressOf(request);
      function admit(session?: SocketSession): void {
        const debtor = session ? `account ${session.accountId}` : `address ${address}`;
        const isTooBusy = !session && budget.mustWait(debtor);
        const entered = isTooBusy ? 'address' : enter(stream, { session, debtor }, session?.accountId ?? address);
        if (typeof entered === 'string') refuse(entered);
        else open(entered);
      }
      // Whoever has no cookie has no session, and nothing is looked up.
      if (request.headers.cookie !== undefined) {
        if (!lookUps.enter(address, stream)) return refuse('address');
        stream.once('close', () => lookUps.leave(address, stream));
        budget.spend(`address ${address}`, workOf.lookUp);
      }
      try {
        await sessions.lookUp(() => within(lookUpMaxMs, findSession()), admit);
      } finally {
        lookUps.leave(address, stream);
      }
    },
    get customers() {
      return customers.size;
    },
    get guests() {
      return guests.size;
    },
  };
}
